import { randomBytes } from 'node:crypto';

import type { OidcProfile } from '@eid-broker/eid-simulators/oidc/profile';
import { mitid } from '@eid-broker/eid-simulators/oidc/profiles/mitid';
import { type OidcSimulator, startOidcSimulator } from '@eid-broker/eid-simulators/oidc/simulator';
import { type Person, personsOf } from '@eid-broker/eid-simulators/world/persons';
import type { OrderEidUnderTest } from '@eid-broker/testing/contracts/order-eid';
import { EID_REQUEST } from '@eid-broker/testing/identify-request';

import { dkMitId } from '../../../../src/adapters/eid/dk-mitid/row.ts';
import { noBankIdModule } from '../../../../src/adapters/eid/no-bankid/no-bankid.ts';
import type { OidcRow } from '../../../../src/adapters/eid/oidc/oidc-row.ts';
import { claim, ofScope, withChannels } from '../../../../src/adapters/eid/oidc/row-parts.ts';
import type { Acr } from '../../../../src/domain/acr.ts';
import type { JsonObject } from '../../../../src/domain/json.ts';
import { secondsAfter } from '../../../../src/domain/lifetimes.ts';
import type { OrderEid, PhoneRequest } from '../../../../src/ports/eid.ts';

const LEVEL = 'urn:bankid:bis;LOA=3';
export const ACR = 'urn:grn:authn:no:bankid:substantial' as Acr;

/** The level, the claims and the scopes of BankID that a call needs. */
export const row: OidcRow = {
  ...dkMitId,
  title: 'BankID',
  scheme: 'nobankid-oidc',
  country: 'NO',
  method: 'biometrics',
  offer: {
    ...dkMitId.offer,
    name: 'no-bankid',
    variants: withChannels(
      { ciba: 'order' },
      dkMitId.offer.variants.slice(1, 2).map((one) => ({ ...one, acr: ACR, satisfiedBy: [] })),
    ),
    texts: {
      authentication: undefined,
      signature: undefined,
      phone: {
        message: undefined,
        nonVisibleData: undefined,
        detailsType: 'customerServiceCall.v1',
        namesCaller: false,
        pending: 'not-granted',
      },
    },
    nationalNumber: {
      type: 'fødselsnummer',
      shapes: [],
      parse: (text) => (/^\d{11}$/.test(text) ? text : undefined),
    },
    claims: [
      claim('name', 'name', 'Eline Prøvedal', 'Full name.'),
      ofScope('ssn', claim('socialno', 'nnin_altsub', '15889010069', 'National identity number.')),
    ],
  },
  request: {
    sent: 'pushed',
    scopes: { openid: ['openid', 'profile'], ssn: ['nnin_altsub'] },
    languages: { en: 'en' },
    actions: undefined,
    parameters: {},
  },
  levels: {
    claim: 'acr',
    ascending: [{ value: LEVEL, amr: ['mfa'] }],
    required: { [ACR]: { sent: LEVEL, lowest: LEVEL } },
  },
  expected: {},
  personId: 'bankid_altsub',
  nationalId: { from: 'nnin_altsub', scope: 'ssn' },
  endings: {},
};

/** A provider with CIBA that releases them. */
export const profile: OidcProfile = {
  ...mitid,
  name: 'biometrics',
  title: 'BankID with biometrics',
  country: 'NO',
  clientAuthMethods: ['client_secret_basic'],
  signingAlgorithm: 'RS256',
  parameters: {},
  request: {},
  assurance: { words: {}, usual: LEVEL, claims: ['acr'], amr: ['BankID'] },
  idToken: { bankid_altsub: ({ person }) => `9578-${person.uuid.slice(-4)}` },
  userinfo: {
    profile: { name: ({ person }) => `${person.givenName} ${person.familyName}` },
    nnin_altsub: { nnin_altsub: ({ person }) => person.nationalNumber },
  },
  ciba: {
    route: '/bc-authorize',
    types: ['customerServiceCall.v1'],
    expiresIn: 900,
    interval: 3,
  },
};

/** The adapter, and a simulated BankID with biometrics at the other end. */
export interface CallerUnderTest extends OrderEidUnderTest {
  readonly simulator: OidcSimulator;
  readonly request: PhoneRequest;
  /** Opens the adapter with further settings, and with a clock that lags so many seconds. */
  open(settings?: object, lag?: () => number): OrderEid;
  /** The login that waits for the person. */
  waiting(): NonNullable<ReturnType<OidcSimulator['logins']['find']>>;
}

const CLIENT = { clientId: 'our-client', clientSecret: 'the-secret-of-our-client' };

/** Starts a simulator of its own on a free port, its clock at a fixed moment until it is advanced. */
export async function startCallerUnderTest(): Promise<CallerUnderTest> {
  const start = new Date();
  const simulator = await startOidcSimulator({ port: 0, clock: () => start, profiles: [profile] });
  const issuer = simulator.issuers.biometrics ?? '';
  await simulator.addClient('biometrics', {
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
    return noBankIdModule(row).open(given, runtime).order;
  }

  const waiting = () => {
    const login = simulator.logins.pending().at(-1);
    if (login === undefined) throw new Error('nothing waits for the person');
    return login;
  };
  return {
    offer: noBankIdModule(row).offer,
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
