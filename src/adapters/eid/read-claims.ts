import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';

import { type JsonObject, parseJsonObject } from '../../domain/json.ts';

/** The claims of an ID token (a signed JWT), or of userinfo as JSON. Undefined when it is neither. */
export function readClaims(given: string): JsonObject | undefined {
  const text = given.trim();
  return text.startsWith('{') ? parseJsonObject(text) : claimsOfToken(text);
}

/** Whether one of these keys signed the token. */
export async function isSignedByOneOf(jwks: string, token: string): Promise<boolean> {
  try {
    const keys = createLocalJWKSet(JSON.parse(jwks) as JSONWebKeySet);
    await compactVerify(token.trim(), keys);
    return true;
  } catch {
    return false;
  }
}

function claimsOfToken(text: string): JsonObject | undefined {
  const [, payload, , ...more] = /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text) ? text.split('.') : [];
  if (payload === undefined || more.length > 0) return undefined;
  return parseJsonObject(Buffer.from(payload, 'base64url').toString('utf8'));
}
