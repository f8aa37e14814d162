import { claimsIn } from '@eid-broker/testing/token-endpoint';
import { send } from '@eid-broker/testing/wire';
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  type JSONWebKeySet,
  errors as joseErrors,
  jwtVerify,
} from 'jose';

import type { ReceivedToken } from '../history/event.ts';
import type { Recorder } from '../history/recorder.ts';

/** The service's published keys, as an application caches them. */
export interface KeyRing {
  /** Fetches them again. Whether that worked. */
  refresh(): Promise<boolean>;
  /** The claims of an ID token and of its userinfo, and whether the token verifies. */
  read(idToken: string, received: TokenReceipt): Promise<ReceivedToken>;
}

/** The audience of a token, and the claims of userinfo. */
export interface TokenReceipt {
  readonly audience: string;
  readonly more: Readonly<Record<string, unknown>>;
}

/** The tolerated clock error of replicas, in seconds. */
const TOLERANCE = 120;

/** Caches the keys; fetches them again for an unknown key id. */
export function makeKeyRing(issuer: string, recorder: Recorder): KeyRing {
  let keys: JSONWebKeySet = { keys: [] };
  let text = '';

  return { refresh, read };

  async function refresh(): Promise<boolean> {
    const { host, port } = new URL(issuer);
    const response = send(Number(port), { path: '/.well-known/jwks', headers: { host } });
    const answer = await response.catch(() => undefined);
    if (answer?.status !== 200) return false;
    const kids = JSON.parse(answer.text).keys.map((key: { kid: string }) => key.kid);
    if (answer.text !== text) recorder.record({ type: 'keys', kids });
    text = answer.text;
    keys = JSON.parse(text);
    return true;
  }

  async function read(idToken: string, { audience, more }: TokenReceipt): Promise<ReceivedToken> {
    const { kid = '' } = decodeProtectedHeader(idToken);
    for (let tries = 0; tries < 10 && !keys.keys.some((key) => key.kid === kid); tries += 1) {
      if (!(await refresh())) await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const claims: Readonly<Record<string, unknown>> = { ...more, ...claimsIn(idToken) };
    const { aud, acr, nonce, sessionindex, exp, iat } = claims;
    // Each eID has its own name for the national number.
    const ssn = claims.ssn ?? claims.cprNumberIdentifier;
    const lifeMs = (Number(exp) - Number(iat)) * 1000;
    return {
      ...texts({ ssn, aud, acr, nonce, sessionindex }),
      kid,
      verified: await verifies(idToken, audience),
      expiresAt: recorder.now() + lifeMs,
    };
  }

  async function verifies(idToken: string, audience: string): Promise<boolean> {
    const options = { issuer, audience, clockTolerance: TOLERANCE };
    return jwtVerify(idToken, createLocalJWKSet(keys), options).then(
      () => true,
      (error) => {
        if (error instanceof joseErrors.JOSEError) return false;
        throw error;
      },
    );
  }
}

function texts(claims: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const present = Object.entries(claims).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]));
}
