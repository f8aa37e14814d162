import { createHash } from 'node:crypto';

import { compactVerify, decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose';

import type { JsonObject } from '../../../domain/json.ts';
import type { PrivateJwk } from '../../../ports/signing-keys.ts';
import { ASSERTION_ALGORITHMS } from './client-assertions.ts';

/** A P-256 signature has two numbers of this many bytes. */
const EC_NUMBER_BYTES = 32;

/** Adds the `jti` that an assertion lacks, and signs it again. */
export interface AssertionSigner {
  /** The public key that verifies the assertions signed here. */
  readonly key: JsonObject;
  /**
   * The same claims with a `jti`, signed with that key, when the assertion has none and one of the client's keys
   * signed it. Any other assertion comes back as it is: the library validates it.
   */
  addMissingJti(assertion: string, keys: readonly JsonObject[]): Promise<string>;
}

/**
 * The library refuses an assertion without `jti` before it calls our check. Such an assertion is verified here, gets
 * its signature's hash as `jti`, and is signed with a key of this process. All rules then hold for it.
 */
export function makeAssertionSigner(ownKey: PrivateJwk): AssertionSigner {
  const { d: _private, ...key } = ownKey;
  return {
    key,
    async addMissingJti(assertion, keys) {
      const found = withoutJti(assertion);
      if (found === undefined || !(await isSignedByOne(assertion, found.header, keys))) {
        return assertion;
      }
      const { typ, alg = '' } = found.header;
      return new SignJWT({ ...found.claims, jti: jtiFrom(assertion, alg) })
        .setProtectedHeader({ alg: 'ES256', kid: ownKey.kid, ...(typ !== undefined && { typ }) })
        .sign(ownKey);
    },
  };
}

type Header = ReturnType<typeof decodeProtectedHeader>;

/** Undefined for an assertion that has a `jti`, or a header that our rules refuse. */
function withoutJti(assertion: string): { header: Header; claims: JWTPayload } | undefined {
  try {
    const header = decodeProtectedHeader(assertion);
    const claims = decodeJwt(assertion);
    const isOurs = claims.jti === undefined && header.crit === undefined;
    return isOurs && ['string', 'undefined'].includes(typeof header.kid)
      ? { header, claims }
      : undefined;
  } catch {
    return undefined;
  }
}

async function isSignedByOne(
  assertion: string,
  { kid }: Header,
  keys: readonly JsonObject[],
): Promise<boolean> {
  const algorithms = [...ASSERTION_ALGORITHMS];
  for (const key of keys.filter((one) => kid === undefined || one.kid === kid)) {
    const isGood = await compactVerify(assertion, key, { algorithms }).then(
      () => true,
      () => false,
    );
    if (isGood) return true;
  }
  return false;
}

/**
 * The same for every spelling of the signature. Of an ECDSA signature it takes the first number alone: from one valid
 * signature anyone can compute another by changing the second number.
 */
function jtiFrom(assertion: string, alg: string): string {
  const signature = Buffer.from(assertion.split('.')[2] ?? '', 'base64url');
  const fixed = alg === 'ES256' ? signature.subarray(0, EC_NUMBER_BYTES) : signature;
  return createHash('sha256').update(fixed).digest('base64url');
}
