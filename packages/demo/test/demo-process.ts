import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

import { newBrowser } from '@eid-broker/testing/browser';
import { phoneOf } from '@eid-broker/testing/phone';
import type { Ports } from '../src/free-ports.ts';

export { demoVariables, freePorts, type Ports } from '../src/free-ports.ts';

const MAIN = resolve('packages/demo/dist/bundle/main.cjs');

/** A demo in its own process. */
export interface DemoProcess {
  /** All that it printed so far. */
  readonly output: () => string;
  /** Resolves when it reports that it is ready; rejects with its output when it ends before. */
  readonly ready: Promise<void>;
  /** Its exit status, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts the compiled demo as `npm start` does. */
export function launchDemo(variables: Readonly<Record<string, string>>): DemoProcess {
  if (!existsSync(MAIN)) throw new Error('dist/ is missing: run npm run build first');
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [MAIN], { env: { PATH, ...variables } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  const ready = new Promise<void>((done, fail) => {
    child.stdout.on('data', () => output.includes('Ctrl-C stops everything.') && done());
    ended.then((status) => fail(new Error(`ended with ${status}:\n${output}`)));
  });
  ready.catch(() => undefined);
  return { output: () => output, ready, ended, kill: (signal) => child.kill(signal) };
}

/** The command lines of all processes that name the folder. */
export async function processesNaming(folder: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-ax', '-o', 'args=']);
  return stdout.split('\n').filter((line) => line.includes(folder));
}

/** Whether a server listens on the port of this machine. */
export async function isOpen(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    ({ cause }) => cause?.code !== 'ECONNREFUSED',
  );
}

/** Logs a person in through the demo client, as a browser without scripts; returns the last page. */
export async function logInByClient(
  ports: Ports,
  choice: Readonly<Record<string, string>>,
  person: string,
): Promise<string> {
  const browser = newBrowser();
  const phone = phoneOf(`http://localhost:${ports.phone}`);
  const acr = 'urn:grn:authn:se:bankid:another-device:qr';
  const query = new URLSearchParams({ acr, ...choice });
  let url = `http://localhost:${ports.client}/login?${query}`;
  let isApproved = false;
  for (let step = 0; step < 30; step += 1) {
    const { hash } = new URL(url);
    // Does what the script of the client's page does with a fragment.
    const answer =
      hash === '' ? await browser.get(url) : await browser.post(url, { answer: hash.slice(1) });
    if (answer.location !== undefined) {
      url = answer.location;
      continue;
    }
    if (new URL(url).port === String(ports.client)) return answer.text;
    if (answer.text.includes('data-form="start"')) {
      await browser.post(`${url}/start`, { device: 'other' });
    }
    if (isApproved) await new Promise((done) => setTimeout(done, 250));
    else {
      const { qrData = '' } = (await phone.orders()).at(-1) ?? {};
      await phone.decide((await phone.scan(qrData, person)).orderRef, 'approve');
      isApproved = true;
    }
  }
  throw new Error(`the login does not end: ${url}`);
}

/** The text of the page's element with this test id. */
export function textOf(page: string, testId: string): string | undefined {
  return new RegExp(`data-testid="${testId}"[^>]*>([^<]*)<`).exec(page)?.[1];
}
