import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type Simulator,
  type SimulatorOptions,
  startBankIdSimulator,
} from '../../src/bankid/simulator.ts';

/** A response of a server. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  readonly body: any;
}

/** A simulator with a stopped clock, and clients for both of its ports. */
export interface Bench {
  readonly simulator: Simulator;
  rp(endpoint: string, body: unknown): Promise<Answer>;
  phone(path: string, body?: unknown): Promise<Answer>;
  advance(seconds: number): void;
  close(): Promise<void>;
}

export const T0 = new Date('2026-03-01T12:00:00.000Z');
export const TOLVAN = '191212121212';
export const ASA = '199006022397';
export const PERSONS = {
  approves: '199610202385',
  cancels: '199312172381',
  neverStarts: '194408139089',
  declinesCall: '190001042399',
  blocked: '201701012393',
};
export const auth = { endUserIp: '198.51.100.7' };
export const phoneAuth = { personalNumber: TOLVAN, callInitiator: 'user' };

/** Starts on free ports, in a temporary folder or the given one. */
export async function startBench(options: Partial<SimulatorOptions> = {}): Promise<Bench> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'bankid-simulator-')));
  const simulator = await startBankIdSimulator({
    directory,
    rpPort: 0,
    phonePort: 0,
    clock: () => T0,
    ...options,
  });
  return {
    simulator,
    rp: (endpoint, body) => send(simulator, { endpoint, body: JSON.stringify(body) }),
    phone: (path, body) => callPhone(simulator, path, body),
    advance: (seconds) => void simulator.clock.advance(seconds),
    async close() {
      await simulator.close();
      if (options.directory === undefined) await rm(directory, { recursive: true });
    },
  };
}

/** A truncated body, which a test may request. */
export const BROKEN = '{"orderRef":';

export interface RawRequest {
  readonly endpoint: string;
  readonly body?: string | Buffer;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another client certificate and key, or none. */
  readonly client?: { cert?: string; key?: string };
  readonly agent?: Agent;
}

/** Sends exactly this to the RP API; rejects when the connection breaks. */
export function send(simulator: Simulator, raw: RawRequest): Promise<Answer> {
  const { rpCertificate: cert, rpKey: key, tlsCa: ca, rpUrl } = simulator;
  const url = new URL(raw.endpoint, rpUrl);
  const tls = { ca, ...(raw.client ?? { cert, key }) };
  const headers = raw.headers ?? { 'Content-Type': 'application/json' };
  const agent = raw.agent ?? new Agent({ ...tls, keepAlive: false });
  return new Promise((resolve, reject) => {
    const options = { method: raw.method ?? 'POST', headers, agent };
    const request = httpsRequest(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = response.headers['content-type'] === 'application/json' && text !== BROKEN;
        const body = isJson ? JSON.parse(text) : undefined;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body });
      });
    });
    request.on('error', reject);
    request.end(raw.body);
  });
}

async function callPhone(simulator: Simulator, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${simulator.phoneUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const headers = Object.fromEntries(response.headers);
  return {
    status: response.status,
    headers,
    text,
    body: /^[[{]/.test(text) ? JSON.parse(text) : undefined,
  };
}
