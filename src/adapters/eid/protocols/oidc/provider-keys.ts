import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import type { JWKS, ServerMetadata } from 'openid-client';

import { isJsonObject, type JsonObject } from '../../../../domain/json.ts';
import { UnverifiedAnswer } from '../unverified-answer.ts';

/** Where the provider's metadata and keys come from. */
export type ProviderSource =
  /** Its discovery document. */
  | { readonly from: 'discovery' }
  /** The settings, alone. */
  | {
      readonly from: 'settings';
      readonly endpoints: ProviderEndpoints;
      readonly keys: JSONWebKeySet;
    }
  /** Its entity statement in the settings, and the signed key set that the statement names (OpenID Federation 1.0). */
  | { readonly from: 'entity statement'; readonly statement: string };

/** The addresses of a provider without discovery. */
export interface ProviderEndpoints {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly userinfo_endpoint?: string;
}

/** What a signature and its statements are verified with. */
export interface Verification {
  readonly issuer: string;
  readonly algorithms: readonly string[];
  readonly now: Date;
}

/** A verified entity statement. */
export interface EntityStatement {
  readonly metadata: ServerMetadata;
  /** The entity's own keys, which sign its key set. */
  readonly entityKeys: JSONWebKeySet;
  /** Seconds since 1970; it is refused from then on. Undefined: it does not expire. */
  readonly expiresAt: number | undefined;
}

/** Names the members of an entity statement's metadata that a login needs. */
const ADDRESSES = [
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'pushed_authorization_request_endpoint',
] as const;

/**
 * Verifies an entity statement from the settings: it is pinned, and signed by a key of its own.
 * @throws {UnverifiedAnswer} its signature, issuer, type or age is wrong, or an address is missing
 */
export async function verifiedStatement(
  statement: string,
  verification: Verification,
): Promise<EntityStatement> {
  const entityKeys = keySetOf(unverifiedPayload(statement).jwks);
  const { metadata, exp } = await verified(statement, entityKeys, {
    ...verification,
    type: 'entity-statement+jwt',
  });
  const provider = isJsonObject(metadata) ? metadata.openid_provider : undefined;
  if (!isJsonObject(provider)) throw new UnverifiedAnswer('statement');
  const addresses = ADDRESSES.flatMap((name) => {
    const address = provider[name];
    return typeof address === 'string' ? [[name, address] as const] : [];
  });
  const { signed_jwks_uri: keys } = provider;
  if (typeof keys !== 'string') throw new UnverifiedAnswer('statement');
  return {
    metadata: { issuer: verification.issuer, ...Object.fromEntries(addresses), jwks_uri: keys },
    entityKeys,
    expiresAt: typeof exp === 'number' ? exp : undefined,
  };
}

/**
 * The keys of a signed key set.
 * @throws {UnverifiedAnswer} its signature, issuer or age is wrong
 */
export async function verifiedKeys(
  signed: string,
  { entityKeys }: EntityStatement,
  verification: Verification,
): Promise<JWKS> {
  const { keys } = await verified(signed.trim(), entityKeys, verification);
  return keySetOf({ keys: keys ?? null });
}

async function verified(
  jwt: string,
  keys: JSONWebKeySet,
  { issuer, algorithms, now, type }: Verification & { readonly type?: string },
): Promise<JsonObject> {
  try {
    const { payload } = await jwtVerify(jwt, createLocalJWKSet(keys), {
      issuer,
      subject: issuer,
      algorithms: [...algorithms],
      currentDate: now,
      ...(type !== undefined && { typ: type }),
    });
    return JSON.parse(JSON.stringify(payload));
  } catch (cause) {
    if (!(cause instanceof errors.JOSEError)) throw cause;
    throw new UnverifiedAnswer('keys', cause);
  }
}

function unverifiedPayload(jwt: string): JsonObject {
  try {
    return JSON.parse(JSON.stringify(decodeJwt(jwt)));
  } catch (cause) {
    throw new UnverifiedAnswer('statement', cause);
  }
}

/** @throws {UnverifiedAnswer} */
export function keySetOf(value: unknown): JSONWebKeySet {
  const { keys } = isJsonObject(value) ? value : {};
  const isSet = Array.isArray(keys) && keys.length > 0;
  if (!isSet) throw new UnverifiedAnswer('keys');
  return {
    keys: keys.map((key) => {
      if (!isJsonObject(key) || typeof key.kty !== 'string') throw new UnverifiedAnswer('keys');
      return { ...key, kty: key.kty };
    }),
  };
}
