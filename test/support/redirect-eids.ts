import type { Fault } from '@eid-broker/eid-simulators/oidc/faults';
import { type OidcSimulator, startOidcSimulator } from '@eid-broker/eid-simulators/oidc/simulator';
import type { Answer, Browser } from '@eid-broker/testing/browser';
import { rsaKeys } from '@eid-broker/testing/rsa-keys';
import { basic } from '@eid-broker/testing/token-endpoint';

import { clientKeys, keyedClient } from '../adapters/eid/protocols/oidc/client-keys.ts';
import { type Broker, startBroker } from './broker.ts';
import { requestTokens, verifiedClaims } from './tokens.ts';
import { type Visit, visit } from './visit.ts';

const SECRET = 'web-secret-0123456789-0123456789';
const EID_SECRET = 'the-secret-of-our-client';
/** ID Austria identifies services by their URLs. */
const OUR_URL = 'https://broker.example/';

/** The service with redirect eIDs, and their simulators. */
export interface RedirectEids {
  readonly broker: Broker;
  readonly simulator: OidcSimulator;
  /** Requests a login, and follows our page to the page of the person at the eID. */
  arrive(request: Readonly<Record<string, string>>): Promise<ArrivedLogin>;
  /** The claims of the ID token for the code at the callback of the web shop. */
  claimsAt(callback: URL): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** A login with the eID's own pages. */
export interface ArrivedLogin {
  /** Our page. */
  readonly visited: Visit;
  readonly browser: Browser;
  /** The address at the eID to which our page led. */
  readonly departure: URL;
  /** The person authenticates at this level instead of the requested one, by the simulator's word. */
  useLevel(level: string): void;
  /** The person approves; returns where the browser arrives: at the web shop or on our page. */
  approve(person: string): Promise<URL>;
  /** The person aborts; the same. */
  abort(): Promise<URL>;
  /** Sends the browser to our callback again, with the same answer. */
  repeat(): Promise<Answer>;
  /** Spoils the next answer of an endpoint of the eID. */
  spoil(endpoint: Fault['endpoint'], effect: Fault['effect']): void;
}

/** The simulator's name for each eID of the fixture at which our client has a secret. */
const BY_SECRET = {
  'de-personalausweis': 'personalausweis',
  'nl-idin': 'idin',
  'uk-oneid': 'oneid',
  'at-idaustria': 'idaustria',
  'no-bankid': 'no-bankid',
  'no-vipps': 'vipps',
  'dk-mitid-business': 'mitid-business',
} as const;

/** Starts both, with our client at each eID. */
export async function startRedirectEids(): Promise<RedirectEids> {
  const simulator = await startOidcSimulator({ rsaKeys: rsaKeys(), port: 0 });
  const keys = clientKeys();
  const variables = () => ({
    ...issuersOf(simulator),
    EID_SECRET,
    ITSME_PRIVATE_KEY: keys.privateKey,
    ITSME_DECRYPTION_KEYS: keys.decryptionKeys,
    WEB_SECRET: SECRET,
  });
  const broker = await startBroker('test/fixtures/redirect-eids.yaml', { variables });
  const callbackOf = (eid: string) => `${broker.issuer}/callback/${eid}`;
  for (const [eid, profile] of Object.entries(BY_SECRET)) {
    const isAustrian = profile === 'idaustria';
    await simulator.addClient(profile, {
      client_id: isAustrian ? OUR_URL : 'our-client',
      client_secret: EID_SECRET,
      client_name: 'Our service',
      redirect_uris: [callbackOf(eid)],
      token_endpoint_auth_method: isAustrian ? 'client_secret_post' : 'client_secret_basic',
    });
  }
  const redirect_uris = ['be-itsme', 'nl-itsme'].map(callbackOf);
  await simulator.addClient('itsme', { ...keyedClient('', keys), redirect_uris });

  return {
    broker,
    simulator,
    arrive: (request) => arrive(request, { broker, simulator }),
    async claimsAt(callback) {
      const code = callback.searchParams.get('code') ?? '';
      const { authorization } = basic('web', SECRET);
      const { body } = await requestTokens(broker, { code }, { authorization });
      return verifiedClaims(broker, body.id_token, 'web');
    },
    async close() {
      await broker.close();
      await simulator.close();
    },
  };
}

/** By the names of the fixture's variables. */
function issuersOf({ issuers }: OidcSimulator): Readonly<Record<string, string>> {
  const nameOf = (profile: string) => `${profile.toUpperCase().replaceAll('-', '_')}_ISSUER`;
  return Object.fromEntries(
    Object.entries(issuers).map(([profile, issuer]) => [nameOf(profile), issuer]),
  );
}

async function arrive(
  request: Readonly<Record<string, string>>,
  { broker, simulator }: Pick<RedirectEids, 'broker' | 'simulator'>,
): Promise<ArrivedLogin> {
  const visited = await visit(broker, { client_id: 'web', ...request });
  const { browser } = visited;
  const { html, status } = await visited.load();
  const [, link] = /href="([^"]+)" data-testid="depart"/.exec(html) ?? [];
  if (link === undefined) throw new Error(`no departure: ${status} ${html}`);
  const departure = new URL(link.replaceAll('&amp;', '&'));
  const page = await browser.follow(departure.href);
  if (page.status !== 200) throw new Error(`${page.url}: ${page.status} ${page.location}`);

  const id = page.url.split('/').at(-1) ?? '';
  let callback = '';
  async function decide(decision: Readonly<Record<string, string>>): Promise<URL> {
    const decided = await browser.post(page.url, decision);
    const answer = await browser.follow(decided.location ?? '');
    callback = answer.location ?? '';
    const back = await browser.get(callback);
    const { location, url } = await browser.follow(back.location ?? '');
    return new URL(location ?? url);
  }

  return {
    visited,
    browser,
    departure,
    useLevel(level) {
      const login = simulator.logins.find(id);
      if (login === undefined) throw new Error(`no login at ${page.url}`);
      simulator.logins.start({ ...login, level });
    },
    approve: (person) => decide({ decision: 'approve', person }),
    abort: () => decide({ decision: 'abort' }),
    repeat: () => browser.get(callback),
    spoil(endpoint, effect) {
      const { profile = '' } = simulator.logins.find(id) ?? {};
      simulator.faults.add({ profile, endpoint, times: 1, effect });
    },
  };
}
