import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { FaultOrder } from '@eid-broker/testing/simulator-faults';

/** The simulated BankID in its own process. */
export interface SimulatorProcess {
  /** Its Relying Party API, past the fault proxy. */
  readonly port: number;
  /** The control API: phones, faults, the clock. */
  readonly phoneUrl: string;
  /** The folder with the service's certificates. */
  readonly pkiFolder: string;
  /** Spoils the next calls. */
  orderFault(fault: FaultOrder): Promise<void>;
  /** Removes the faults that have not occurred; returns their number. */
  takeBackFaults(): Promise<number>;
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

const ENDS_WITH_PARENT = new URL('./ends-with-parent.mjs', import.meta.url).pathname;

/** Starts `packages/eid-simulators/dist/bankid/main.js` on free ports. */
export async function startSimulatorProcess(
  program: string,
  directory: string,
): Promise<SimulatorProcess> {
  const child = spawn(process.execPath, ['--import', ENDS_WITH_PARENT, program], {
    env: {
      PATH: process.env.PATH ?? '',
      SIMULATOR_DATA_DIR: directory,
      SIMULATOR_PORT: '0',
      PHONE_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'exit');
  const { port, phoneUrl } = await addressesOf(child, ended);
  return {
    port,
    phoneUrl,
    pkiFolder: join(directory, 'pki'),
    async orderFault(fault) {
      await call('POST', '/api/faults', fault);
    },
    async takeBackFaults() {
      const waiting = (await call('GET', '/api/faults')) as readonly { readonly times: number }[];
      await call('DELETE', '/api/faults');
      return waiting.reduce((sum, { times }) => sum + times, 0);
    },
    statistics: async () => (await call('GET', '/api/statistics')) as EidStatistics,
    signal: (name) => void child.kill(name),
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${phoneUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
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
