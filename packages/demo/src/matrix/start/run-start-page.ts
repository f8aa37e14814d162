import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import type { StartPage } from './start-page.ts';

/** A running application of docs/start. */
export interface RunningStart {
  readonly url: string;
  /** Ends it, and removes its folder. */
  stop(): Promise<void>;
}

/** How to run one page. */
export interface StartRun {
  readonly port: number;
  /** The environment of the commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prepares the folder instead of the page's install block. */
  readonly prepare?: (folder: string) => Promise<void>;
}

const INSTALL_MS = 20 * 60_000;
const START_MS = 3 * 60_000;
const PAUSE_MS = 200;

/**
 * Writes the page's files into a new folder, installs, runs, and returns when the application responds.
 * @throws Error with the end of what the commands printed
 */
export async function runStartPage(page: StartPage, run: StartRun): Promise<RunningStart> {
  const folder = await mkdtemp(join(tmpdir(), 'eid-start-'));
  // A server that gives up root's rights reads it too.
  await chmod(folder, 0o755);
  const remove = () =>
    rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  try {
    await writeFiles(page, folder);
    if (run.prepare !== undefined) await run.prepare(folder);
    else if (page.install !== undefined) await install(page.install, folder, run.env);
    const { url, stop } = await start(page.run, folder, run);
    return {
      url,
      async stop() {
        await stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function writeFiles({ files }: StartPage, folder: string): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function install(commands: string, cwd: string, env: StartRun['env']): Promise<void> {
  const options = { cwd, env: { ...env }, timeout: INSTALL_MS, maxBuffer: 64 * 1024 * 1024 };
  await promisify(execFile)('sh', ['-eu', '-c', commands], options).catch((error) => {
    throw new Error(`the installation failed: ${lastOf(`${error.stdout}${error.stderr}`)}`);
  });
}

async function start(command: string, cwd: string, { port, env }: StartRun): Promise<RunningStart> {
  const url = `http://localhost:${port}`;
  if (await responds(url)) throw new Error(`port ${port} is in use`);
  const child = spawn('sh', ['-eu', '-c', command], {
    cwd,
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: the command may start further processes.
    detached: true,
  });
  const ended = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-20_000);
    });
  }
  const end = performance.now() + START_MS;
  while (child.exitCode === null && performance.now() < end) {
    if (await responds(url)) return { url, stop: () => stopGroup(child, ended) };
    await sleep(PAUSE_MS);
  }
  await stopGroup(child, ended);
  throw new Error(`the application does not start: ${lastOf(output)}`);
}

function responds(url: string): Promise<boolean> {
  const request = fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(60_000) });
  return request.then(
    () => true,
    () => false,
  );
}

async function stopGroup(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  await ended;
}

function lastOf(output: string): string {
  return output.trim().slice(-1_500);
}
