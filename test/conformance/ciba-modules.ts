import { randomUUID } from 'node:crypto';
import { userinfo } from '@eid-broker/testing/token-endpoint';
import { expect } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { type CibaParty, cibaParty, decideOnPhone, START } from './ciba-party.ts';
import type { ConformanceBroker } from './conformance-broker.ts';
import {
  checkAccessToken,
  checkCode,
  checkRefusal,
  checkTokenAnswer,
  claimsOf,
} from './general-checks.ts';
import type { Findings, Module, Modules } from './run-plan.ts';

const PENDING = ['authorization_pending', 'slow_down'];

/** All that discovery lists, as the fixture has it. */
const ONLY_EID = 'urn:grn:authn:se:bankid:another-device:qr';

/** About 500 characters, some of which an app may not be able to show. */
const UNUSUAL_MESSAGE = `1234 ✅ 日本語 ${'Vänligen bekräfta. '.repeat(25)}`.trim();

/** The modules about phone authentications in which the client does what it should. */
export function cibaModules(broker: () => ConformanceBroker): Modules {
  const queueKey = (which: 1 | 2 = 1) => cibaParty(broker(), broker().client('ciba', which));
  const succeedsWith =
    (claims: Readonly<Record<string, unknown>>): Module =>
    () =>
      succeed(broker(), { queueKey: queueKey(), claims });

  return {
    async 'fapi-ciba-id1'(findings) {
      await succeed(broker(), { queueKey: queueKey(), claims: {} });
      const claims = { acr_values: ONLY_EID, requested_expiry: 300 };
      await succeed(broker(), { queueKey: queueKey(2), claims });
      await tryAudiences(broker(), findings);
    },
    'fapi-ciba-id1-ensure-authorization-request-with-binding-message-succeeds': succeedsWith({
      binding_message: '1234',
    }),
    'fapi-ciba-id1-ensure-other-scope-order-succeeds': succeedsWith({ scope: 'email openid' }),
    'fapi-ciba-id1-ensure-requested-expiry-as-string-succeeds': succeedsWith({
      requested_expiry: '30',
    }),
    'fapi-ciba-id1-ensure-authorization-request-with-potentially-bad-binding-message': succeedsWith(
      { binding_message: UNUSUAL_MESSAGE },
    ),
    'fapi-ciba-id1-ensure-client-assertion-with-iss-aud-to-token-endpoint-succeeds': succeedsWith(
      {},
    ),

    async 'fapi-ciba-id1-user-rejects-authentication'() {
      const id = await queueKey().begun();
      await decideOnPhone(broker(), 'deny');
      const answer = await queueKey().poll(id);
      checkRefusal(answer, 'access_denied');
    },

    async 'fapi-ciba-id1-multiple-call-to-token-endpoint'() {
      const id = await queueKey().begun();
      for (let polls = 0; polls < 20; polls += 1) checkRefusal(await queueKey().poll(id), PENDING);
      await decideOnPhone(broker(), 'allow');
      await receive(broker(), { queueKey: queueKey(), id });
    },

    async 'fapi-ciba-id1-auth-req-id-expired'() {
      const id = await queueKey().begun({ requested_expiry: 10 });
      broker().advance(15);
      checkRefusal(await queueKey().poll(id), 'expired_token');
      // The order ends on the phone too.
      broker().advance(200);
    },

    async 'fapi-ciba-id1-ensure-wrong-auth-req-id-in-token-endpoint-request'() {
      const id = await queueKey().begun();
      await decideOnPhone(broker(), 'allow');
      checkRefusal(await queueKey(2).poll(id), 'invalid_grant');
      expect((await queueKey().poll(id)).status).toBe(200);
    },

    async 'fapi-ciba-id1-refresh-token'(findings) {
      const id = await queueKey().begun({ scope: 'openid offline_access' });
      await decideOnPhone(broker(), 'allow');
      expect((await queueKey().poll(id)).body).not.toHaveProperty('refresh_token');
      findings.skip('no refresh token is issued');
    },
  };
}

interface Success {
  readonly queueKey: CibaParty;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** From the start to userinfo, with a poll that comes too early. */
async function succeed(broker: ConformanceBroker, success: Success): Promise<void> {
  const { queueKey, claims } = success;
  const { status, headers, body } = await queueKey.start(await queueKey.request({ claims }));
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(Number.isInteger(body.expires_in)).toBe(true);
  const id = String(body.auth_req_id);
  expect(id).toMatch(/^[A-Za-z0-9._-]+$/);
  checkCode(id);
  checkRefusal(await queueKey.poll(id), PENDING);
  await decideOnPhone(broker, 'allow');
  const { acr_values: acr = ONLY_EID } = claims;
  expect(await receive(broker, { queueKey, id })).toHaveProperty('acr', acr);
  checkRefusal(await queueKey.poll(id), 'invalid_grant');
}

/** Takes the tokens of a finished request and uses them; answers the ID token's claims. */
async function receive(
  broker: ConformanceBroker,
  { queueKey, id }: Pick<Success, 'queueKey'> & { readonly id: string },
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await queueKey.poll(id);
  checkTokenAnswer(answer);
  const { id_token: idToken, access_token: token } = answer.body;
  checkAccessToken(String(token));
  const [header = ''] = String(idToken).split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'ES256' });
  await verify(broker, String(idToken), queueKey.client.clientId);
  const interaction = randomUUID();
  const person = await userinfo(broker, String(token), { 'x-fapi-interaction-id': interaction });
  expect([person.status, person.body.sub]).toEqual([200, claimsOf(String(idToken)).sub]);
  expect(person.headers['x-fapi-interaction-id']).toBe(interaction);
  return claimsOf(String(idToken));
}

/** The library's clock is the machine's, the service's is ahead of it: so times count loosely here. */
async function verify({ issuer }: ConformanceBroker, idToken: string, audience: string) {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks`));
  await jwtVerify(idToken, keys, { issuer, audience, clockTolerance: 7200 });
}

/** The suite's assertions name the endpoint that they are sent to, or the token endpoint, or the issuer. */
async function tryAudiences(broker: ConformanceBroker, findings: Findings): Promise<void> {
  const queueKey = cibaParty(broker, broker.client('ciba'));
  for (const path of [START, '/oauth2/token']) {
    const assertion = await queueKey.assertion({ claims: { aud: `${broker.issuer}${path}` } });
    // Without a request: only the client is judged.
    const { body } = await queueKey.start({}, assertion);
    if (body.error === 'invalid_client') findings.fail(`an assertion for ${path} is refused`);
  }
}
