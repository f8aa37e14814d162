import { withoutSupportCode } from '@eid-broker/testing/token-endpoint';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';

import type { Broker } from './broker.ts';
import { REDIRECT_URI } from './visit.ts';

/** A response of the token endpoint. */
export interface TokenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, string>>;
}

/** Posts a form to the token endpoint. */
export async function requestTokens(
  { issuer }: Pick<Broker, 'issuer'>,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  const fields = new URLSearchParams({
    grant_type: 'authorization_code',
    redirect_uri: REDIRECT_URI,
    ...form,
  });
  const response = await fetch(`${issuer}/oauth2/token`, { method: 'POST', headers, body: fields });
  const answer = (await response.json()) as Record<string, string>;
  const body = withoutSupportCode(answer, response.headers.get('support-code'));
  return { status: response.status, headers: response.headers, body };
}

/** Exchanges the code of a callback URL, as the demo's web application does. */
export function exchangeCode(broker: Pick<Broker, 'issuer'>, callback: URL): Promise<TokenAnswer> {
  const code = callback.searchParams.get('code');
  if (code === null) throw new Error(`no code: ${callback.href}`);
  return requestTokens(
    broker,
    { code },
    { authorization: `Basic ${btoa('demo-web:demo-web-secret')}` },
  );
}

/** The claims of an ID token with a valid signature, issuer, audience and time. */
export async function verifiedClaims(
  { issuer, now }: Pick<Broker, 'issuer' | 'now'>,
  idToken: string | undefined,
  audience = 'demo-web',
): Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks`));
  const options = { issuer, audience, currentDate: now() };
  return (await jwtVerify(idToken ?? '', keys, options)).payload;
}
