import { byScriptFrom } from '@eid-broker/demo/matrix/by-script';
import type { Tester } from '@eid-broker/demo/matrix/tester';
import { offerSimulatedEids } from '@eid-broker/demo/simulated-eids';
import { type Simulators, startSimulators } from '@eid-broker/eid-simulators/all/simulator';
import { type Person, persons } from '@eid-broker/eid-simulators/world/persons';
import { basic } from '@eid-broker/testing/token-endpoint';
import type { JWTPayload } from 'jose';

import { eidModules } from '../../src/adapters/eid/registry.ts';
import { listen } from '../../src/adapters/http/listen.ts';
import type { JsonObject } from '../../src/domain/json.ts';
import { type Broker, startBroker } from './broker.ts';
import { requestTokens, verifiedClaims } from './tokens.ts';

/** The secret of each application of the fixture. */
export const SECRET = 'web-secret-0123456789-0123456789';

/** BankID is in the fixture, as in the demo. */
const OTHERS = eidModules.filter(({ offer }) => offer.name !== 'se-bankid');

/** One login of a simulated person. */
export interface SimulatedLogin {
  readonly acr: string;
  /** The id of a simulated person. */
  readonly person: string;
  /** Beside `openid`. */
  readonly scope?: string;
  readonly hint?: string;
  /** The application, whose id is that of its profile of claims. */
  readonly clientId?: 'eid' | 'uri' | 'normalised';
}

/** The service with all simulated eIDs. */
export interface SimulatedBroker extends Broker {
  readonly simulators: Simulators;
  /** Approves all waiting logins as this person; returns how many. */
  approveWaiting(person: string): Promise<number>;
  /** Logs in with a code; returns the verified claims of the ID token. */
  claimsOf(login: SimulatedLogin): Promise<JWTPayload>;
}

/** Starts the service with these further settings of eIDs, the simulators of all eIDs, and a client. */
export async function startSimulatedBroker(
  settings: Readonly<Record<string, JsonObject>> = {},
): Promise<SimulatedBroker> {
  const simulators = await startSimulators({
    directory: process.env.TEST_PKI_FOLDER ?? '',
    ports: { bankId: 0, phone: 0, oidc: 0, rest: 0 },
  });
  let callback = '';
  const client = await listen(
    async ({ url = '' }, response) => {
      if (!url.startsWith('/callback')) return void response.end('arrived');
      callback = url;
      response.writeHead(302, { location: '/result' }).end();
    },
    { port: 0, address: '127.0.0.1' },
  );
  const clientUrl = `http://localhost:${client.port}`;
  const broker = await startBroker('test/fixtures/simulated-eids.yaml', {
    simulator: simulators.bankId,
    variables: () => ({ CLIENT_URL: clientUrl, WEB_SECRET: SECRET }),
    eids: async (issuer) => {
      const { eids, missing } = await offerSimulatedEids(OTHERS, simulators, [issuer]);
      if (missing.length > 0) throw new Error(missing.join('\n'));
      return eids.map((one) => ({ ...one, settings: { ...one.settings, ...settings[one.eid] } }));
    },
  });

  return {
    ...broker,
    simulators,
    approveWaiting: (person) => testerOf(simulators, personOf(person)).approveWaiting(),

    async claimsOf({ acr, person, scope = '', hint, clientId = 'eid' }) {
      const redirectUri = `${clientUrl}/callback`;
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: `openid ${scope}`.trim(),
        acr_values: acr,
        state: 'st',
        nonce: 'some-nonce',
        ...(hint && { login_hint: hint }),
      });
      const { phoneUrl } = simulators.bankId;
      const start = `${broker.issuer}/oauth2/authorize?${query}`;
      const tester = testerOf(simulators, personOf(person));
      await byScriptFrom(start, { clientUrl, phoneUrl, tester });
      const code = new URL(callback, clientUrl).searchParams.get('code') ?? callback;
      const { authorization } = basic(clientId, SECRET);
      const fields = { code, redirect_uri: redirectUri };
      const { body } = await requestTokens(broker, fields, { authorization });
      return verifiedClaims(broker, body.id_token, clientId);
    },

    async close() {
      await broker.close();
      await Promise.all([simulators.oidc.close(), simulators.rest.close()]);
      await client.close(0);
    },
  };
}

/** The simulated person with this id. */
export function personOf(id: string): Person {
  const found = persons.find((person) => person.id === id);
  if (found === undefined) throw new Error(`nobody is ${id}`);
  return found;
}

/** Approves every pending login, as this person. */
function testerOf({ world, bankId }: Simulators, person: Person): Tester {
  let hasScanned = false;
  return {
    person,
    async approveWaiting() {
      const waiting = world.waiting();
      for (const { id } of waiting) world.decide(id, { kind: 'approved', person });
      return waiting.length;
    },
    async scan(qrData) {
      if (hasScanned || !qrData.startsWith(bankId.phoneUrl)) return;
      hasScanned = true;
      await world.follow(qrData, person.id);
    },
    follow: (link) => world.follow(link, person.id),
  };
}
