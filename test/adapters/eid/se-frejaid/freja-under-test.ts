import { randomBytes } from 'node:crypto';

import { issueRpClient, type Pki } from '@eid-broker/eid-simulators/bankid/pki/pki';
import { freja } from '@eid-broker/eid-simulators/rest/profiles/freja';
import type { RestSimulator } from '@eid-broker/eid-simulators/rest/simulator';
import { personsOf } from '@eid-broker/eid-simulators/world/persons';
import type { OrderEidUnderTest } from '@eid-broker/testing/contracts/order-eid';

import { seFrejaId } from '../../../../src/adapters/eid/se-frejaid/open.ts';
import type { Acr } from '../../../../src/domain/acr.ts';
import type { JsonObject } from '../../../../src/domain/json.ts';
import type { IdentifyRequest, LaunchData, OrderEid } from '../../../../src/ports/eid.ts';
import { startRestSimulatorUnderTest } from '../rest-simulator-under-test.ts';

/** The adapter over mutual TLS, a simulated Freja at the other end, and persons with the app. */
export interface FrejaUnderTest extends OrderEidUnderTest {
  readonly request: Partial<IdentifyRequest>;
  readonly simulator: RestSimulator;
  readonly pki: Pki;
  /** Opens the adapter with further settings. */
  open(settings?: object): OrderEid;
  /** The settings of another service, with a client certificate of its own. */
  settingsOfAnother(): Promise<object>;
}

const [PERSON] = personsOf('SE').filter(({ id }) => id === 'asa');

/** Starts a simulator of its own on a free port, its clock at a fixed moment until it is advanced. */
export async function startFrejaUnderTest(): Promise<FrejaUnderTest> {
  if (PERSON === undefined) throw new Error('the test person is missing');
  const started = await startRestSimulatorUnderTest(freja);
  const { simulator, pki, clock } = started;
  const { world } = simulator;
  const loginIds = new Map<string, string>();

  function open(settings: object = {}): OrderEid {
    const given = { ...frejaSettings(simulator, pki), ...settings };
    const runtime = { clock, newId: () => 'unused', environment: 'test' } as const;
    const { order } = seFrejaId.open(given, runtime);
    if (order === undefined) throw new Error('Freja is an order eID');
    return order;
  }

  /** Opens the link or the QR code's text, as the app does. */
  async function openInApp(launchData: LaunchData | undefined, order: JsonObject) {
    const link = launchData?.qrData ?? launchData?.appLink ?? '';
    const opened = await world.eid('frejaid').openLink?.(new URL(link));
    if (opened !== undefined) loginIds.set(String(order.reference), opened.loginId);
  }

  function loginOf(order: JsonObject): string {
    const pushed = () => world.waiting().find(({ person }) => person !== undefined)?.id;
    return loginIds.get(String(order.reference)) ?? pushed() ?? '';
  }

  return {
    offer: seFrejaId.offer,
    eid: open(),
    unreachable: open({ url: 'https://127.0.0.1:1' }),
    pinsSigners: true,
    request: {
      acr: 'urn:grn:authn:se:frejaid' as Acr,
      scope: ['openid', 'frejaid:ssn', 'frejaid:basic_user_info'],
    },
    clock,
    person: {
      nationalId: PERSON.nationalNumber,
      open: openInApp,
      async approve(order) {
        world.decide(loginOf(order), { kind: 'approved', person: PERSON });
      },
      async decline(order) {
        world.decide(loginOf(order), { kind: 'aborted' });
      },
    },
    letStartWindowPass: started.letStartWindowPass,
    close: started.close,
    simulator,
    pki,
    open,
    async settingsOfAnother() {
      const name = {
        displayName: 'Another service (simulated)',
        organisation: 'SIMULATOR Another AB',
        organisationNumber: '0000000002',
        commonName: 'SIMULATOR RP certificate 2',
      };
      const { certificate, privateKey } = await issueRpClient(pki, name, randomBytes);
      return {
        clientCertificate: {
          certificate: certificate.toString(),
          privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        },
      };
    },
  };
}

/** A tenant's settings that lead to the simulator. */
export function frejaSettings(simulator: RestSimulator, pki: Pki) {
  return {
    clientCertificate: {
      certificate: pki.rpClient.certificate.toString(),
      privateKey: pki.rpClient.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
    ca: pki.tlsRoot.certificate.toString(),
    signingCertificates: pki.tlsServer.certificate.toString(),
    url: simulator.addresses.frejaid ?? '',
    appUrl: `${simulator.url}/app/frejaid`,
  };
}
