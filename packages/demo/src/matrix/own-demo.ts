import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findFreePort } from '../embedded-postgres/find-free-port.ts';
import { demoVariables, freePorts } from '../free-ports.ts';

/** A demo for this run alone. */
export interface OwnDemo {
  readonly issuer: string;
  readonly phoneUrl: string;
  readonly clientUrl: string;
  /** Where the applications of docs/start listen. */
  readonly startPort: number;
  /** Ends it, and removes its data. */
  stop(): Promise<void>;
}

const DEMO = fileURLToPath(new URL('../bundle/main.cjs', import.meta.url));
const READY = 'Ctrl-C stops everything.';

/**
 * Starts a demo on free ports, with a new data folder. Its own messages go to this process's error output.
 * @throws Error when it does not start
 */
export async function startOwnDemo(path: string | undefined): Promise<OwnDemo> {
  const folder = await mkdtemp(join(tmpdir(), 'eid-matrix-'));
  const ports = await freePorts();
  const startPort = await findFreePort();
  const variables = {
    ...demoVariables(ports, join(folder, 'data')),
    DEMO_START_URL: `http://localhost:${startPort}`,
  };
  const child = spawn(process.execPath, [DEMO], {
    env: { ...(path !== undefined && { PATH: path }), ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A signal of the terminal is for this process, which stops the demo itself.
    detached: true,
  });
  const ended = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const origin = (port: number) => `http://localhost:${port}`;
  const demo = {
    issuer: origin(ports.service),
    phoneUrl: origin(ports.phone),
    clientUrl: origin(ports.client),
    startPort,
    async stop() {
      child.kill('SIGINT');
      await ended;
      process.off('exit', kill);
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
  let output = '';
  const ready = new Promise<void>((done) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes(READY)) done();
    });
  });
  const isReady = await Promise.race([ready.then(() => true), ended.then(() => false)]);
  if (isReady) return demo;
  await demo.stop();
  throw new Error('the demo does not start');
}
