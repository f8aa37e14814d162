import { randomUUID } from 'node:crypto';
import { userinfo } from '@eid-broker/testing/token-endpoint';
import { expect } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { type CibaClient, cibaClient, decideOnPhone, START } from './ciba-client.ts';
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

/** The only acr value in the fixture's discovery document. */
const ONLY_EID = 'urn:grn:authn:se:bankid:another-device:qr';

/** About 500 characters, some of which a phone may not be able to show. */
const UNUSUAL_MESSAGE = `1234 ✅ 日本語 ${'Vänligen bekräfta. '.repeat(25)}`.trim();

/** The modules of CIBA with correct requests. */
export function cibaModules(broker: () => ConformanceBroker): Modules {
  const ciba = (which: 1 | 2 = 1) => cibaClient(broker(), broker().client('ciba', which));
  const succeedsWith =
    (claims: Readonly<Record<string, unknown>>): Module =>
    () =>
      succeed(broker(), { ciba: ciba(), claims });

  return {
    async 'fapi-ciba-id1'(findings) {
      await succeed(broker(), { ciba: ciba(), claims: {} });
      const claims = { acr_values: ONLY_EID, requested_expiry: 300 };
      await succeed(broker(), { ciba: ciba(2), claims });
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
      const id = await ciba().startedId();
      await decideOnPhone(broker(), 'deny');
      const answer = await ciba().poll(id);
      checkRefusal(answer, 'access_denied');
    },

    async 'fapi-ciba-id1-multiple-call-to-token-endpoint'() {
      const id = await ciba().startedId();
      for (let polls = 0; polls < 20; polls += 1) checkRefusal(await ciba().poll(id), PENDING);
      await decideOnPhone(broker(), 'allow');
      await receive(broker(), { ciba: ciba(), id });
    },

    async 'fapi-ciba-id1-auth-req-id-expired'() {
      const id = await ciba().startedId({ requested_expiry: 10 });
      broker().advance(15);
      checkRefusal(await ciba().poll(id), 'expired_token');
      // The order on the phone expires too.
      broker().advance(200);
    },

    async 'fapi-ciba-id1-ensure-wrong-auth-req-id-in-token-endpoint-request'() {
      const id = await ciba().startedId();
      await decideOnPhone(broker(), 'allow');
      checkRefusal(await ciba(2).poll(id), 'invalid_grant');
      expect((await ciba().poll(id)).status).toBe(200);
    },

    async 'fapi-ciba-id1-refresh-token'(findings) {
      const id = await ciba().startedId({ scope: 'openid offline_access' });
      await decideOnPhone(broker(), 'allow');
      expect((await ciba().poll(id)).body).not.toHaveProperty('refresh_token');
      findings.skip('no refresh token is issued');
    },
  };
}

interface Success {
  readonly ciba: CibaClient;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** One CIBA request from the start to userinfo, with a poll before the approval. */
async function succeed(broker: ConformanceBroker, success: Success): Promise<void> {
  const { ciba, claims } = success;
  const { status, headers, body } = await ciba.start(await ciba.request({ claims }));
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(Number.isInteger(body.expires_in)).toBe(true);
  const id = String(body.auth_req_id);
  expect(id).toMatch(/^[A-Za-z0-9._-]+$/);
  checkCode(id);
  checkRefusal(await ciba.poll(id), PENDING);
  await decideOnPhone(broker, 'allow');
  const { acr_values: acr = ONLY_EID } = claims;
  expect(await receive(broker, { ciba, id })).toHaveProperty('acr', acr);
  checkRefusal(await ciba.poll(id), 'invalid_grant');
}

/** Fetches and checks the tokens of a finished request; returns the claims of the ID token. */
async function receive(
  broker: ConformanceBroker,
  { ciba, id }: Pick<Success, 'ciba'> & { readonly id: string },
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await ciba.poll(id);
  checkTokenAnswer(answer);
  const { id_token: idToken, access_token: token } = answer.body;
  checkAccessToken(String(token));
  const [header = ''] = String(idToken).split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'ES256' });
  await verify(broker, String(idToken), ciba.client.clientId);
  const interaction = randomUUID();
  const person = await userinfo(broker, String(token), { 'x-fapi-interaction-id': interaction });
  expect([person.status, person.body.sub]).toEqual([200, claimsOf(String(idToken)).sub]);
  expect(person.headers['x-fapi-interaction-id']).toBe(interaction);
  return claimsOf(String(idToken));
}

/** Allows a large clock tolerance, because the service's clock is ahead of the machine's. */
async function verify({ issuer }: ConformanceBroker, idToken: string, audience: string) {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks`));
  await jwtVerify(idToken, keys, { issuer, audience, clockTolerance: 7200 });
}

/** Tries the audiences of the suite's assertions: the endpoint itself and the token endpoint. */
async function tryAudiences(broker: ConformanceBroker, findings: Findings): Promise<void> {
  const ciba = cibaClient(broker, broker.client('ciba'));
  for (const path of [START, '/oauth2/token']) {
    const assertion = await ciba.assertion({ claims: { aud: `${broker.issuer}${path}` } });
    // The request is empty, so only the client authentication can succeed.
    const { body } = await ciba.start({}, assertion);
    if (body.error === 'invalid_client') findings.fail(`an assertion for ${path} is refused`);
  }
}
