import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { rsaKeys } from '@eid-broker/testing/rsa-keys';

import {
  CompactEncrypt,
  compactDecrypt,
  decodeJwt,
  importJWK,
  type JSONWebKeySet,
  type JWTPayload,
  SignJWT,
} from 'jose';

import { type OidcSimulator, startOidcSimulator } from '../../src/oidc/simulator.ts';
import { Browser } from './harness.ts';

const CALLBACK = 'https://broker.example/callback/keyed';
export const CLIENT_ID = 'keyed-client';
const VERIFIER = 'v'.repeat(43);
/** Its SHA-256. */
const CHALLENGE = '7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM';

/** A client with keys of its own at one simulated eID. It is written by hand, without a client library. */
export interface KeyedClient {
  readonly simulator: OidcSimulator;
  readonly issuer: string;
  /** A request, signed; `header` undefined members are left out. */
  sign(claims: JWTPayload, header?: object, key?: KeyObject): Promise<string>;
  /** Encrypts a request for the eID. */
  encrypt(request: string, header?: object): Promise<string>;
  decrypt(token: string): Promise<JWTPayload>;
  /** Where the browser arrives with this query. */
  authorize(query: Readonly<Record<string, string>>): ReturnType<Browser['open']>;
  /** Redeems a code with an assertion of these claims. */
  redeem(
    code: string,
    assertion?: JWTPayload,
    header?: object,
  ): Promise<{ status: number; body: Record<string, string> }>;
  userinfo(accessToken: string): Promise<Response>;
  /** The answer to a request, after this decision on the page. */
  answerTo(
    query: Readonly<Record<string, string>>,
    decision: Readonly<Record<string, string>>,
  ): Promise<URLSearchParams>;
}

/** Starts a simulator, and registers the client at one eID with this token endpoint. */
export async function startKeyedClient(profile: string, token: string): Promise<KeyedClient> {
  const simulator = await startOidcSimulator({ rsaKeys: rsaKeys(), port: 0 });
  const issuer = String(simulator.issuers[profile]);
  const [signing, encryption] = [rsa(), rsa()];
  await simulator.addClient(profile, {
    client_id: CLIENT_ID,
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: {
      keys: [
        { ...signing.publicKey.export({ format: 'jwk' }), kid: 's', use: 'sig' },
        { ...encryption.publicKey.export({ format: 'jwk' }), kid: 'e', use: 'enc' },
      ],
    } as JSONWebKeySet,
  });

  const sign = async (claims: JWTPayload, header: object = {}, key = signing.privateKey) =>
    new SignJWT(claims)
      .setProtectedHeader(JSON.parse(JSON.stringify({ alg: 'RS256', kid: 's', ...header })))
      .sign(key);

  return {
    simulator,
    issuer,
    sign,
    async encrypt(request, header = {}) {
      const response = await fetch(`${issuer}/jwkSet`);
      const { keys } = (await response.json()) as JSONWebKeySet;
      const key = keys.find(({ use }) => use === 'enc') ?? { kty: 'RSA' };
      const { alg, ...others } = { alg: 'RSA-OAEP-256', enc: 'A128CBC-HS256', ...header };
      return new CompactEncrypt(Buffer.from(request))
        .setProtectedHeader({ alg, ...others })
        .encrypt(await importJWK(key, alg));
    },
    async decrypt(token) {
      const { plaintext } = await compactDecrypt(token, encryption.privateKey);
      return decodeJwt(new TextDecoder().decode(plaintext));
    },
    authorize: (query) => new Browser().open(addressOf(query)),
    async redeem(code, assertion = {}, header = {}) {
      const now = Math.floor(Date.now() / 1000);
      const claims = {
        iss: CLIENT_ID,
        sub: CLIENT_ID,
        aud: `${issuer}${token}`,
        jti: randomUUID(),
        iat: now,
        exp: now + 60,
        ...assertion,
      };
      const response = await fetch(`${issuer}${token}`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: CALLBACK,
          code_verifier: VERIFIER,
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: await sign(claims, header),
        }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, string> };
    },
    userinfo: (accessToken) =>
      fetch(`${issuer}${simulatorPathOf(profile)}`, {
        headers: { authorization: `Bearer ${accessToken}` },
      }),
    async answerTo(query, decision) {
      const browser = new Browser();
      const page = await browser.open(addressOf(query));
      return (await browser.leave(page.url, decision)).searchParams;
    },
  };

  function addressOf(query: Readonly<Record<string, string>>): string {
    return `${issuer}${PATHS[profile]}?${new URLSearchParams(query)}`;
  }
}

const PATHS: Readonly<Record<string, string>> = {
  ftn: '/oauth/authorize',
  itsme: '/authorization',
  'mitid-signicat': '/connect/authorize',
};

/** The parameters of a correct request, but those of the profile. */
export function usualRequest(changes: Readonly<Record<string, unknown>> = {}): JWTPayload {
  const request = {
    client_id: CLIENT_ID,
    response_type: 'code',
    redirect_uri: CALLBACK,
    state: 'of-the-broker',
    nonce: 'n'.repeat(22),
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...changes,
  };
  return JSON.parse(JSON.stringify(request));
}

function simulatorPathOf(profile: string): string {
  return profile === 'ftn' ? '/oauth/profile' : '/userinfo';
}

/** A new key pair. */
export function rsa() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}
