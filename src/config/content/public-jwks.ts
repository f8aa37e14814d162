import type { JsonObject } from '../../domain/json.ts';
import type { Fault } from '../configuration-faults.ts';
import { isMapping, listAt, memberAt, textAt } from './loose-values.ts';

const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
const SMALLEST_RSA_BITS = 2048;
const BIGGEST_RSA_BITS = 8192;
const MOST_KEYS = 10;

/** P-256 (SEC 2 §2.4.2): y² = x³ - 3x + b over the field of p. */
const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** Reads a JWK set: itself, one JWK, or the JSON text of either. Undefined when it is none of these. */
export function parseJwks(value: unknown): { readonly keys: readonly JsonObject[] } | undefined {
  const json = typeof value === 'string' ? parseJson(value) : value;
  if (!isMapping(json)) return undefined;
  const keys = 'kty' in json ? [json] : json.keys;
  if (!Array.isArray(keys) || !keys.every(isMapping)) return undefined;
  return { keys: keys as readonly JsonObject[] };
}

/** What is wrong with a client's public keys: RS256 or ES256, 2048 bits or P-256, nothing private. */
export function publicJwksFaults(value: unknown): readonly Fault[] {
  const jwks = parseJwks(value);
  if (jwks === undefined) return [{ path: '', message: 'must be a public JWK or a JWK set' }];
  if (jwks.keys.length === 0) return [{ path: '', message: 'must have a key' }];
  if (jwks.keys.length > MOST_KEYS) {
    return [{ path: '', message: `must have at most ${MOST_KEYS} keys` }];
  }
  return [...keyFaults(jwks.keys), ...kidFaults(jwks.keys)];
}

function keyFaults(keys: readonly JsonObject[]): Fault[] {
  return keys.flatMap((key, index) => {
    const message = keyFault(key);
    return message === undefined ? [] : [{ path: `keys[${index}]`, message }];
  });
}

function kidFaults(keys: readonly JsonObject[]): Fault[] {
  const kids = listAt({ keys }, 'keys').map((key) => textAt(key, 'kid'));
  if (keys.length === 1) return [];
  return kids.flatMap((kid, index) =>
    kid === undefined || kids.indexOf(kid) !== index
      ? [{ path: `keys[${index}]`, message: 'needs a kid of its own' }]
      : [],
  );
}

function keyFault(key: JsonObject): string | undefined {
  const secret = PRIVATE_MEMBERS.find((member) => member in key);
  if (secret !== undefined) return `must be public: it has the private member "${secret}"`;
  const kid = memberAt(key, 'kid');
  if (kid !== undefined && (typeof kid !== 'string' || kid === '')) return 'needs a text as kid';
  if (key.use !== undefined && key.use !== 'sig') return 'must be for signatures (use: sig)';
  if (key.kty === 'RSA') return algFault(key, 'RS256') ?? rsaFault(key);
  if (key.kty === 'EC') return algFault(key, 'ES256') ?? ecFault(key);
  return 'must be an RSA key or an EC key';
}

function algFault(key: JsonObject, alg: string): string | undefined {
  return key.alg === undefined || key.alg === alg ? undefined : `must have the alg ${alg}`;
}

function rsaFault(key: JsonObject): string | undefined {
  const modulus = integerOf(key.n);
  const exponent = integerOf(key.e);
  if (modulus === undefined || exponent === undefined) return 'must have n and e in base64url';
  const bits = modulus.toString(2).length;
  if (bits < SMALLEST_RSA_BITS) return `must have at least ${SMALLEST_RSA_BITS} bits`;
  if (bits > BIGGEST_RSA_BITS) return `must have at most ${BIGGEST_RSA_BITS} bits`;
  return modulus % 2n === 1n && exponent % 2n === 1n && exponent > 1n
    ? undefined
    : 'is not an RSA public key';
}

function ecFault(key: JsonObject): string | undefined {
  if (key.crv !== 'P-256') return 'must be on the curve P-256';
  const x = integerOf(key.x);
  const y = integerOf(key.y);
  if (x === undefined || y === undefined) return 'must have x and y in base64url';
  const onCurve = x < P && y < P && (y * y - (x * x * x - 3n * x + B)) % P === 0n;
  return onCurve ? undefined : 'is not a point of P-256';
}

function integerOf(member: unknown): bigint | undefined {
  if (typeof member !== 'string' || !/^[A-Za-z0-9_-]+$/.test(member)) return undefined;
  return BigInt(`0x${Buffer.from(member, 'base64url').toString('hex')}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
