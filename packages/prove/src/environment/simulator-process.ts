import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { Effect } from '@eid-broker/eid-simulators/oidc/faults';
import type { Endpoint } from '@eid-broker/eid-simulators/oidc/routes';
import type { FaultOrder } from '@eid-broker/testing/simulator-faults';

import { findReusablePort } from './reusable-port.ts';

/** The simulated eIDs in their own process: BankID with its orders, and MitID with its pages. */
export interface SimulatorProcess {
  /** BankID's Relying Party API, past the fault proxy. */
  readonly port: number;
  /** The server of MitID, past its fault proxy. */
  readonly pagesPort: number;
  /** The control API: phones, faults, the clock. */
  readonly phoneUrl: string;
  /** The folder with the service's certificates. */
  readonly pkiFolder: string;
  /** Makes the service a client of MitID. */
  enrol(client: Readonly<Record<string, unknown>>): Promise<void>;
  /** Spoils the next calls to BankID. */
  orderFault(fault: FaultOrder): Promise<void>;
  /** Spoils the next calls to an endpoint of MitID. */
  orderPagesFault(fault: PagesFault): Promise<void>;
  /** Removes the faults of BankID that have not occurred; returns their number. */
  takeBackFaults(): Promise<number>;
  /** The same for MitID. */
  takeBackPagesFaults(): Promise<number>;
  statistics(): Promise<EidStatistics>;
  signal(name: NodeJS.Signals): void;
  close(): Promise<void>;
}

/** The counters of the simulator. */
export interface EidStatistics {
  readonly calls: Readonly<Record<string, number>>;
  /** Collects within a second of the previous one of the same order. */
  readonly fastCollects: number;
}

/** A fault of MitID as the control API accepts it. */
export interface PagesFault {
  readonly endpoint: Endpoint;
  readonly times: number;
  readonly effect: Effect;
}

const PAGES = 'mitid';
const ENDS_WITH_PARENT = new URL('./ends-with-parent.mjs', import.meta.url).pathname;

/** The program, the folder of its keys, and the address of the proxy in front of MitID. */
export interface SimulatorProcessOptions {
  readonly program: string;
  readonly directory: string;
  readonly pagesUrl: string;
}

/** Starts `packages/eid-simulators/dist/all/main.js` on free ports. */
export async function startSimulatorProcess({
  program,
  directory,
  pagesUrl,
}: SimulatorProcessOptions): Promise<SimulatorProcess> {
  const pagesPort = await findReusablePort();
  const child = spawn(process.execPath, ['--import', ENDS_WITH_PARENT, program], {
    env: {
      PATH: process.env.PATH ?? '',
      SIMULATOR_DATA_DIR: directory,
      SIMULATOR_PORT: '0',
      PHONE_PORT: '0',
      OIDC_SIMULATOR_PORT: String(pagesPort),
      OIDC_SIMULATOR_URL: pagesUrl,
      REST_SIMULATOR_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'exit');
  const { port, phoneUrl } = await addressesOf(child, ended);
  return {
    port,
    pagesPort,
    phoneUrl,
    pkiFolder: join(directory, 'pki'),
    async enrol(client) {
      await call('POST', '/api/clients', { profile: PAGES, client });
    },
    async orderFault(fault) {
      await call('POST', '/api/faults', fault);
    },
    async orderPagesFault(fault) {
      await call('POST', '/api/faults', { profile: PAGES, ...fault });
    },
    takeBackFaults: () => takeBack('/api/faults'),
    takeBackPagesFaults: () => takeBack(`/api/faults?profile=${PAGES}`),
    statistics: async () => (await call('GET', '/api/statistics')) as EidStatistics,
    signal: (name) => void child.kill(name),
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };

  async function takeBack(path: string): Promise<number> {
    const waiting = (await call('GET', path)) as readonly { readonly times: number }[];
    await call('DELETE', path);
    return waiting.reduce((sum, { times }) => sum + times, 0);
  }

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${phoneUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  }
}

/** The ports, from its output at the start. */
function addressesOf(
  child: ChildProcess,
  ended: Promise<unknown>,
): Promise<{ readonly port: number; readonly phoneUrl: string }> {
  return new Promise((resolve, reject) => {
    const output: string[] = [];
    let port: number | undefined;
    createInterface({ input: child.stderr! }).on('line', (line) => output.push(line));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      port ??= numberIn(/RP API .*localhost:(\d+)/, line);
      const phonePort = numberIn(/^Phone .*localhost:(\d+)/, line);
      if (port === undefined || phonePort === undefined) return;
      resolve({ port, phoneUrl: `http://localhost:${phonePort}` });
    });
    void ended.then(() => reject(new Error(`the simulator ended: ${output.join('\n')}`)));
  });
}

function numberIn(pattern: RegExp, line: string): number | undefined {
  const text = pattern.exec(line)?.[1];
  return text === undefined ? undefined : Number(text);
}
