import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, startBankIdSimulator } from '@eid-broker/eid-simulators/bankid/simulator';
import type { OrderEidUnderTest } from '@eid-broker/testing/contracts/order-eid';

import type { EidRuntime } from '../../../../src/adapters/eid/eid-module.ts';
import { seBankId } from '../../../../src/adapters/eid/se-bankid/open.ts';
import type { JsonObject } from '../../../../src/domain/json.ts';

/** The adapter over mutual TLS, a simulated BankID at the other end, and the phone's control API. */
export interface BankIdUnderTest extends OrderEidUnderTest {
  readonly simulator: Simulator;
  /** Calls the phone's control API. */
  phone(path: string, body?: object): Promise<JsonObject>;
  /** Opens the adapter with further settings, and with another runtime if one is given. */
  open(settings?: object, runtime?: Partial<EidRuntime>): OrderEidUnderTest['eid'];
}

/** Starts a simulator of its own on free ports, its clock at a fixed moment until it is advanced. */
export async function startBankIdUnderTest(): Promise<BankIdUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'bankid-'));
  const start = new Date('2026-01-15T12:00:00.000Z');
  const simulator = await startBankIdSimulator({
    directory,
    rpPort: 0,
    phonePort: 0,
    clock: () => start,
  });
  const clock = simulator.clock.now;
  const personalNumber = '199006022397';

  function open(settings: object = {}, runtime: Partial<EidRuntime> = {}) {
    const { rpUrl, rpCertificate, rpKey, tlsCa, bankIdRoot } = simulator;
    const given = {
      rpApiUrl: rpUrl,
      clientCertificate: { certificate: rpCertificate, privateKey: rpKey },
      ca: tlsCa,
      evidenceRoots: bankIdRoot,
      ...settings,
    };
    const opened = { clock, newId: () => 'unused', environment: 'test', ...runtime } as const;
    return seBankId.open(given, opened).order;
  }

  async function phone(path: string, body: object = {}): Promise<JsonObject> {
    const response = await fetch(`${simulator.phoneUrl}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as JsonObject;
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  return {
    offer: seBankId.offer,
    eid: open(),
    unreachable: open({ rpApiUrl: 'https://127.0.0.1:1/rp/v6.0/' }),
    clock,
    person: {
      nationalId: personalNumber,
      async open(launchData) {
        await phone('scan', { qrData: launchData?.qrData, personalNumber });
      },
      async approve({ orderRef }) {
        await phone(`orders/${orderRef}/approve`);
      },
      async decline({ orderRef }) {
        await phone(`orders/${orderRef}/cancel`);
      },
    },
    async letStartWindowPass() {
      simulator.clock.advance(31);
    },
    async close() {
      await simulator.close();
      await rm(directory, { recursive: true });
    },
    simulator,
    phone,
    open,
  };
}
