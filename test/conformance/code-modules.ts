import { expect } from '@jest/globals';
import * as oidc from 'openid-client';

import { complete, logIn } from './complete.ts';
import { CALLBACK } from './conformance-broker.ts';
import { checkRefusal } from './general-checks.ts';
import { begin, type Recorded, type RelyingParty, relyingParty, visit } from './relying-party.ts';
import type { Modules } from './run-plan.ts';
import type { Stage } from './stage.ts';

/** The modules of the response types with a code. */
export function codeModules(stage: () => Stage): Modules {
  return {
    // The login itself calls userinfo with GET.
    'oidcc-userinfo-get': async () => {
      const { broker, rp } = stage();
      const { claims, person } = await logIn(broker, rp);
      expect(person.sub).toBe(claims.sub);
    },
    'oidcc-userinfo-post-header': () =>
      postUserinfo(stage(), (token) => ({
        headers: { authorization: `Bearer ${token}` },
      })),
    'oidcc-userinfo-post-body': () =>
      postUserinfo(stage(), (token) => ({
        body: new URLSearchParams({ access_token: token }),
      })),

    async 'oidcc-ensure-request-without-nonce-succeeds-for-code-flow'() {
      const { broker, rp } = stage();
      const { claims } = await logIn(broker, rp, { extra: { nonce: undefined } });
      expect(claims).not.toHaveProperty('nonce');
    },

    async 'oidcc-codereuse'() {
      await reuse(stage(), 0);
    },

    async 'oidcc-codereuse-30seconds'(findings) {
      const { broker } = stage();
      const token = await reuse(stage(), 30);
      const { status } = await fetch(`${broker.issuer}/oauth2/userinfo`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (status === 200) findings.warn('the access token of a code used twice still works');
    },

    async 'oidcc-server-client-secret-post'() {
      const { broker, rp } = stage();
      const post = ({ secret }: RelyingParty['client']) => oidc.ClientSecretPost(secret);
      await logIn(broker, await relyingParty(broker, rp.client, rp.variant, post));
    },

    async 'oidcc-refresh-token'(findings) {
      const { broker, rp } = stage();
      const offered = rp.config.serverMetadata().grant_types_supported ?? [];
      await logIn(broker, rp, {
        extra: { scope: 'openid offline_access', prompt: 'consent' },
      });
      const { body } = rp.recorded.filter(({ url }) => url.endsWith('/oauth2/token')).at(-1)!;
      expect(body).not.toHaveProperty('refresh_token');
      if (offered.includes('refresh_token')) findings.warn('refresh_token is advertised');
      findings.skip('no refresh token is issued');
    },

    async 'oidcc-ensure-request-with-valid-pkce-succeeds'() {
      const { broker, rp } = stage();
      const verifier = oidc.randomPKCECodeVerifier();
      const begun = begin(rp, {
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      await complete(rp, begun, await visit(broker, begun), verifier);
    },
  };
}

async function postUserinfo(
  { broker, rp }: Stage,
  requestWith: (token: string) => RequestInit,
): Promise<void> {
  const { claims, accessToken = '' } = await logIn(broker, rp);
  const url = `${broker.issuer}/oauth2/userinfo`;
  const response = await fetch(url, { method: 'POST', ...requestWith(accessToken) });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await response.json()).toMatchObject({ sub: claims.sub });
}

/** Exchanges a code a second time; returns the access token of the first time. */
async function reuse({ broker, rp }: Stage, secondsLater: number): Promise<string> {
  const { code = '', accessToken = '' } = await logIn(broker, rp);
  broker.advance(secondsLater);
  checkRefusal(await exchangeCode(broker.issuer, rp, code), 'invalid_grant');
  return accessToken;
}

/** A token request with the secret in the header. */
export async function exchangeCode(
  issuer: string,
  { client }: Pick<RelyingParty, 'client'>,
  code: string,
): Promise<Recorded> {
  const url = `${issuer}/oauth2/token`;
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
  });
  const headers = { authorization: `Basic ${btoa(`${client.clientId}:${client.secret}`)}` };
  const response = await fetch(url, { method: 'POST', headers, body });
  const answer = (await response.json()) as Recorded['body'];
  return { url, status: response.status, headers: response.headers, body: answer };
}
