import { createHash, randomBytes } from 'node:crypto';

import type { Pki } from '@eid-broker/eid-simulators/bankid/pki/pki';
import { mobileId } from '@eid-broker/eid-simulators/rest/profiles/mobile-id';
import type { RestSimulator } from '@eid-broker/eid-simulators/rest/simulator';
import { type Person, personsOf } from '@eid-broker/eid-simulators/world/persons';
import type { OrderEidUnderTest } from '@eid-broker/testing/contracts/order-eid';

import { mobileIdModule } from '../../../../../src/adapters/eid/protocols/mobile-id/mobile-id-module.ts';
import type { MobileIdRow } from '../../../../../src/adapters/eid/protocols/mobile-id/mobile-id-row.ts';
import type { JsonObject } from '../../../../../src/domain/json.ts';
import type { IdentifyRequest, OrderEid } from '../../../../../src/ports/eid.ts';
import { startRestSimulatorUnderTest } from '../../rest-simulator-under-test.ts';

/** The adapter of one country, a simulated Mobile-ID at the other end, and persons with phones. */
export interface MobileIdUnderTest extends OrderEidUnderTest {
  readonly request: Partial<IdentifyRequest>;
  readonly simulator: RestSimulator;
  readonly pki: Pki;
  readonly owner: Person;
  /** Opens the adapter with further settings. */
  open(settings?: object): OrderEid;
  /** Ends an order by a word of Mobile-ID. */
  fail(order: JsonObject, word: string): void;
}

/** Starts a simulator of its own on a free port, its clock at a fixed moment until it is advanced. */
export async function startMobileIdUnderTest(row: MobileIdRow): Promise<MobileIdUnderTest> {
  const [owner] = personsOf(row.country);
  if (owner?.phoneNumber === undefined) throw new Error('the test person has no phone');
  const started = await startRestSimulatorUnderTest(mobileId);
  const { simulator, pki, clock } = started;
  const { world } = simulator;
  const module = mobileIdModule(row);

  function open(settings: object = {}): OrderEid {
    const given = { ...mobileIdSettings(simulator, pki), ...settings };
    const newId = () => randomBytes(32).toString('base64url');
    return module.open(given, { clock, newId, environment: 'test' }).order;
  }

  return {
    offer: module.offer,
    eid: open(),
    unreachable: open({ apiUrl: 'https://127.0.0.1:1/mid-api' }),
    lacks: ['cancel', 'opening', 'start-window', 'client-certificate'],
    request: {
      acr: module.offer.variants[0]!.acr,
      scope: ['openid', 'phone'],
      input: { nationalNumber: owner.nationalNumber, phoneNumber: owner.phoneNumber },
    },
    clock,
    person: {
      nationalId: owner.nationalNumber,
      async open() {},
      async approve({ sessionId }) {
        world.decide(String(sessionId), { kind: 'approved', person: owner });
      },
      async decline({ sessionId }) {
        world.decide(String(sessionId), { kind: 'aborted' });
      },
    },
    letStartWindowPass: started.letStartWindowPass,
    close: started.close,
    simulator,
    pki,
    owner,
    open,
    fail: ({ sessionId }, word) => void world.decide(String(sessionId), { kind: 'failed', word }),
  };
}

/** A tenant's settings that lead to the simulator. */
export function mobileIdSettings(simulator: RestSimulator, pki: Pki) {
  const key = pki.tlsServer.certificate.publicKey.export({ type: 'spki', format: 'der' });
  const authorities = [pki.customerAuthority, pki.bankAuthority, pki.bankIdRoot];
  return {
    relyingPartyUuid: '00000000-0000-0000-0000-000000000000',
    relyingPartyName: 'DEMO',
    serverKeys: [createHash('sha256').update(key).digest('base64')],
    ca: pki.tlsRoot.certificate.toString(),
    personAuthorities: authorities.map(({ certificate }) => certificate.toString()).join('\n'),
    apiUrl: `${simulator.addresses['mobile-id']}/mid-api`,
  };
}
