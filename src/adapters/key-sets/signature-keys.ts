import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

import { isJsonObject, type JsonObject } from '../../domain/json.ts';

const MOST_KEYS = 20;
const LONGEST_KID = 256;
const SMALLEST_RSA_BITS = 2048;
const BIGGEST_RSA_BITS = 8192;
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
/** What a key of each type may say that it is for. */
const ALGORITHMS = new Map<unknown, readonly unknown[]>([
  ['RSA', [undefined, 'RS256', 'PS256']],
  ['EC', [undefined, 'ES256']],
]);

/**
 * The keys of a JWK set that may verify signatures for us: RSA of 2048 to 8192 bits, or P-256, public. Others,
 * which an application may have for others, are left out.
 * @throws when the text is no JWK set, or one of more than 20 keys
 */
export function signatureKeys(text: string): readonly JsonObject[] {
  const set: unknown = JSON.parse(text);
  if (!isJsonObject(set) || !Array.isArray(set.keys)) throw new Error('not a JWK set');
  if (set.keys.length > MOST_KEYS) throw new Error(`more than ${MOST_KEYS} keys`);
  return set.keys.map(signatureKey).filter((key) => key !== undefined);
}

/** The key with nothing but what verifying takes. */
function signatureKey(jwk: unknown): JsonObject | undefined {
  if (!isJsonObject(jwk) || PRIVATE_MEMBERS.some((member) => member in jwk)) return undefined;
  const { kty, use = 'sig', alg, kid, key_ops: uses = ['verify'] } = jwk;
  if (use !== 'sig' || !Array.isArray(uses) || !uses.includes('verify')) return undefined;
  if (!ALGORITHMS.get(kty)?.includes(alg)) return undefined;
  if (kid !== undefined && (typeof kid !== 'string' || kid === '' || kid.length > LONGEST_KID)) {
    return undefined;
  }
  const key = publicKeyOf(jwk);
  if (key === undefined || !isStrong(key)) return undefined;
  const members = key.export({ format: 'jwk' }) as JsonObject;
  return {
    ...members,
    use: 'sig',
    ...(kid !== undefined && { kid }),
    ...(alg !== undefined && { alg }),
  };
}

function isStrong({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  const { namedCurve, modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === 'ec') return namedCurve === 'prime256v1';
  // With an exponent of 1 everything is its own signature.
  if (publicExponent < 3n || publicExponent % 2n === 0n) return false;
  return modulusLength >= SMALLEST_RSA_BITS && modulusLength <= BIGGEST_RSA_BITS;
}

/** Undefined when the members make no key. */
function publicKeyOf(jwk: JsonObject): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
  } catch {
    return undefined;
  }
}
