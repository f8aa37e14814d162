import { createHash, type KeyObject, randomBytes } from 'node:crypto';

import { smartId } from '@eid-broker/eid-simulators/rest/profiles/smart-id';
import type { RestSimulator } from '@eid-broker/eid-simulators/rest/simulator';
import { type Person, personsOf } from '@eid-broker/eid-simulators/world/persons';
import type { OrderEidUnderTest } from '@eid-broker/testing/contracts/order-eid';

import type { EidRuntime } from '../../../../../src/adapters/eid/eid-module.ts';
import { smartIdModule } from '../../../../../src/adapters/eid/protocols/smart-id/smart-id-module.ts';
import type { SmartIdRow } from '../../../../../src/adapters/eid/protocols/smart-id/smart-id-row.ts';
import type { JsonObject } from '../../../../../src/domain/json.ts';
import type { LaunchData, OrderEid } from '../../../../../src/ports/eid.ts';
import { startRestSimulatorUnderTest } from '../../rest-simulator-under-test.ts';

/** The adapter over pinned TLS, and a simulated Smart-ID at the other end. */
export interface SmartIdUnderTest extends OrderEidUnderTest {
  readonly simulator: RestSimulator;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly people: readonly Person[];
  /** Opens the adapter with further settings, and with another runtime if one is given. */
  open(settings?: object, runtime?: Partial<EidRuntime>): OrderEid;
  /** Opens a link or QR code in the app; returns the id of the login there. */
  openLink(link: string | undefined): Promise<string>;
  /** The login of a pushed order. */
  pushed(): string;
}

/** Starts a simulator of its own on a free port, its clock at a fixed moment until it is advanced. */
export async function startSmartIdUnderTest(row: SmartIdRow): Promise<SmartIdUnderTest> {
  const started = await startRestSimulatorUnderTest(smartId);
  const { simulator, pki, clock } = started;
  const { world } = simulator;
  const smart = world.eid('smart-id');
  const logins = new Map<string, string>();
  const people = personsOf(row.country);
  const person = people[0]!;

  const settings = {
    relyingPartyUuid: '00000000-0000-4000-8000-000000000000',
    relyingPartyName: 'DEMO',
    serverKeys: [pinOf(pki.tlsServer.certificate.publicKey)],
    ca: pki.tlsRoot.certificate.toString(),
    personAuthorities: pki.customerAuthority.certificate.toString(),
    apiUrl: `${simulator.addresses['smart-id']}/v3`,
  };

  function open(more: object = {}, runtime: Partial<EidRuntime> = {}): OrderEid {
    const newId = () => randomBytes(32).toString('base64url');
    const opened = { clock, newId, environment: 'test', ...runtime } as const;
    return smartIdModule(row).open({ ...settings, ...more }, opened).order;
  }

  async function openLink(link: string | undefined): Promise<string> {
    const opened = await smart.openLink?.(new URL(String(link)));
    return String(opened?.loginId);
  }

  function pushed(): string {
    return String(world.waiting().at(-1)?.id);
  }

  const approved = { kind: 'approved', person } as const;

  return {
    offer: smartIdModule(row).offer,
    eid: open(),
    unreachable: open({ apiUrl: 'https://127.0.0.1:1/v3' }),
    lacks: ['cancel', 'opening', 'start-window', 'client-certificate'],
    request: { acr: smartIdModule(row).offer.variants[0]!.acr },
    clock,
    person: {
      nationalId: person.nationalNumber,
      async open(launchData, order) {
        const link = launchData?.qrData;
        logins.set(idOf(order), link === undefined ? pushed() : await openLink(link));
      },
      async approve(order) {
        world.decide(String(logins.get(idOf(order))), approved);
      },
      async decline(order) {
        world.decide(String(logins.get(idOf(order))), { kind: 'aborted' });
      },
      async approveHere(launchData: LaunchData | undefined) {
        const opened = await smart.openLink?.(new URL(String(launchData?.appLink)));
        world.decide(String(opened?.loginId), approved);
        return String(opened?.returnUrl(simulator.logins.find(opened.loginId)!));
      },
    },
    letStartWindowPass: started.letStartWindowPass,
    close: started.close,
    simulator,
    settings,
    people,
    open,
    openLink,
    pushed,
  };
}

/** The pin of a key, as an operator computes it. */
export function pinOf(publicKey: KeyObject): string {
  const bytes = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(bytes).digest('base64');
}

function idOf({ sessionId }: JsonObject): string {
  return String(sessionId);
}
