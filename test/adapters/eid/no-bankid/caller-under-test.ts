import { randomBytes } from 'node:crypto';
import { type OidcSimulator, startOidcSimulator } from '@eid-broker/eid-simulators/oidc/simulator';
import { type Person, personsOf } from '@eid-broker/eid-simulators/world/persons';
import type { OrderEidUnderTest } from '@eid-broker/testing/contracts/order-eid';
import { EID_REQUEST } from '@eid-broker/testing/identify-request';
import { rsaKeys } from '@eid-broker/testing/rsa-keys';

import { noBankIdModule } from '../../../../src/adapters/eid/no-bankid/no-bankid.ts';
import { noBankId } from '../../../../src/adapters/eid/no-bankid/row.ts';
import type { Acr } from '../../../../src/domain/acr.ts';
import type { JsonObject } from '../../../../src/domain/json.ts';
import { secondsAfter } from '../../../../src/domain/lifetimes.ts';
import type { OrderEid, PhoneRequest } from '../../../../src/ports/eid.ts';

export const ACR = 'urn:grn:authn:no:bankid:substantial' as Acr;
export const PROFILE = 'no-bankid';

/** The adapter, and a simulated BankID with biometrics at the other end. */
export interface CallerUnderTest extends OrderEidUnderTest {
  readonly simulator: OidcSimulator;
  readonly request: PhoneRequest;
  /** Opens the adapter with further settings, and with a clock that lags so many seconds. */
  open(settings?: object, lag?: () => number): OrderEid;
  /** The person's pending login. */
  waiting(): NonNullable<ReturnType<OidcSimulator['logins']['find']>>;
}

const CLIENT = { clientId: 'our-client', clientSecret: 'the-secret-of-our-client' };

/** Starts a simulator of its own on a free port, its clock at a fixed moment until it is advanced. */
export async function startCallerUnderTest(): Promise<CallerUnderTest> {
  const start = new Date();
  const simulator = await startOidcSimulator({ rsaKeys: rsaKeys(), port: 0, clock: () => start });
  const issuer = simulator.issuers[PROFILE] ?? '';
  await simulator.addClient(PROFILE, {
    client_id: CLIENT.clientId,
    client_secret: CLIENT.clientSecret,
    client_name: 'Our service',
    redirect_uris: ['https://login.example/callback/no-bankid'],
    token_endpoint_auth_method: 'client_secret_basic',
  });
  const [person] = personsOf('NO');
  if (person === undefined) throw new Error('no Norwegian persons');
  const clock = simulator.clock.now;

  function open(settings: object = {}, lag = () => 0): OrderEid {
    const newId = () => randomBytes(32).toString('base64url');
    const late = () => secondsAfter(clock(), -lag());
    const runtime = { clock: late, newId, environment: 'test' } as const;
    const given = { ...CLIENT, issuer, biometricsIssuer: issuer, ...settings };
    const { order } = noBankIdModule(noBankId).open(given, runtime);
    if (order === undefined) throw new Error('no order');
    return order;
  }

  const waiting = () => {
    const login = simulator.logins.pending().at(-1);
    if (login === undefined) throw new Error('nothing waits for the person');
    return login;
  };
  return {
    offer: noBankIdModule(noBankId).offer,
    eid: open(),
    unreachable: open({ issuer: 'http://127.0.0.1:1/x', biometricsIssuer: 'http://127.0.0.1:1/x' }),
    lacks: ['cancel', 'launch-data', 'opening', 'start-window', 'certificates'],
    request: phoneRequest(person),
    clock,
    person: {
      nationalId: person.nationalNumber,
      async open() {},
      async approve(order) {
        simulator.logins.decide(loginOf(order), { kind: 'approved', person });
      },
      async decline(order) {
        simulator.logins.decide(loginOf(order), { kind: 'aborted' });
      },
    },
    async letStartWindowPass() {
      simulator.clock.advance(901);
    },
    close: () => simulator.close(),
    simulator,
    open,
    waiting,
  };

  /** The person finds the request by the words that are read out. */
  function loginOf({ bindingMessage }: JsonObject): string {
    const login = simulator.logins
      .pending()
      .findLast(({ verificationCode }) => verificationCode === bindingMessage);
    if (login === undefined) throw new Error(`no request has the words ${bindingMessage}`);
    return login.id;
  }
}

function phoneRequest({ nationalNumber }: Person): PhoneRequest {
  return {
    ...EID_REQUEST,
    acr: ACR,
    kind: 'phone',
    person: nationalNumber,
    callInitiator: undefined,
    text: undefined,
    evidence: false,
  };
}
