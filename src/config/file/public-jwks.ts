import { type AsymmetricKeyDetails, createPublicKey, type JsonWebKey } from 'node:crypto';

import type { JsonObject } from '../../domain/json.ts';
import type { Problem } from '../configuration-problems.ts';
import { isMapping, textAt } from './yaml-values.ts';

const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 8192;
const MAX_KEYS = 10;

/** Parses a JWK set or one JWK, as a value or as JSON text. Undefined for anything else. */
export function parseJwks(value: unknown): { readonly keys: readonly JsonObject[] } | undefined {
  const json = typeof value === 'string' ? parseJson(value) : value;
  if (!isMapping(json)) return undefined;
  const keys = 'kty' in json ? [json] : json.keys;
  if (!Array.isArray(keys) || !keys.every(isMapping)) return undefined;
  return { keys: keys as readonly JsonObject[] };
}

/** The problems of a client's public keys. Allowed are RSA from 2048 bits and P-256, without private members. */
export function publicJwksProblems(value: unknown): readonly Problem[] {
  const jwks = parseJwks(value);
  if (jwks === undefined) return [{ path: '', message: 'must be a public JWK or a JWK set' }];
  if (jwks.keys.length === 0) return [{ path: '', message: 'must have a key' }];
  if (jwks.keys.length > MAX_KEYS) {
    return [{ path: '', message: `must have at most ${MAX_KEYS} keys` }];
  }
  return [...keyProblems(jwks.keys), ...kidProblems(jwks.keys)];
}

function keyProblems(keys: readonly JsonObject[]): Problem[] {
  return keys.flatMap((key, index) => {
    const message = keyProblem(key);
    return message === undefined ? [] : [{ path: `keys[${index}]`, message }];
  });
}

function kidProblems(keys: readonly JsonObject[]): Problem[] {
  if (keys.length === 1) return [];
  const kids = keys.map((key) => textAt(key, 'kid'));
  return kids.flatMap((kid, index) =>
    kid === undefined || kids.indexOf(kid) !== index
      ? [{ path: `keys[${index}]`, message: 'needs a kid of its own' }]
      : [],
  );
}

function keyProblem(key: JsonObject): string | undefined {
  const secret = PRIVATE_MEMBERS.find((member) => member in key);
  if (secret !== undefined) return `must be public: it has the private member "${secret}"`;
  if (key.kid !== undefined && !textAt(key, 'kid')) return 'needs a text as kid';
  if (key.use !== undefined && key.use !== 'sig') return 'must be for signatures (use: sig)';
  if (key.kty === 'RSA') return algProblem(key, 'RS256', 'PS256') ?? rsaProblem(key);
  if (key.kty === 'EC') return algProblem(key, 'ES256') ?? ecProblem(key);
  return 'must be an RSA key or an EC key';
}

function algProblem(key: JsonObject, ...algs: readonly string[]): string | undefined {
  if (key.alg === undefined || algs.some((alg) => alg === key.alg)) return undefined;
  return `must have the alg ${algs.join(' or ')}`;
}

function rsaProblem(key: JsonObject): string | undefined {
  if (!isBase64url(key.n) || !isBase64url(key.e)) return 'must have n and e in base64url';
  const { modulusLength: bits = 0, publicExponent: exponent = 0n } = detailsOf(key) ?? {};
  if (bits < MIN_RSA_BITS) return `must have at least ${MIN_RSA_BITS} bits`;
  if (bits > MAX_RSA_BITS) return `must have at most ${MAX_RSA_BITS} bits`;
  // OpenSSL takes any two numbers for a modulus and an exponent.
  const isModulusOdd = (Buffer.from(key.n, 'base64url').at(-1) ?? 0) % 2 === 1;
  return isModulusOdd && exponent % 2n === 1n && exponent > 1n
    ? undefined
    : 'is not an RSA public key';
}

function ecProblem(key: JsonObject): string | undefined {
  if (key.crv !== 'P-256') return 'must be on the curve P-256';
  if (!isBase64url(key.x) || !isBase64url(key.y)) return 'must have x and y in base64url';
  return detailsOf(key) === undefined ? 'is not a point of P-256' : undefined;
}

function isBase64url(member: unknown): member is string {
  return typeof member === 'string' && /^[A-Za-z0-9_-]+$/.test(member);
}

/** Undefined when the members make no key. */
function detailsOf(key: JsonObject): AsymmetricKeyDetails | undefined {
  try {
    return createPublicKey({ key: key as JsonWebKey, format: 'jwk' }).asymmetricKeyDetails;
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
