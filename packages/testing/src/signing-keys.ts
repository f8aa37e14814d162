import { newSigningKey, signingKeyOf } from 'eid-broker/adapters/system/random';
import type { NewSigningKey } from 'eid-broker/ports/signing-keys';

import { nextSigningRsaKey } from './rsa-keys.ts';

/** Signing keys of a service under test. Those with RSA are made once a run: each test file receives each key once. */
export const testSigningKey: NewSigningKey = async (alg) =>
  alg === 'RS256' ? signingKeyOf(nextSigningRsaKey(), alg) : newSigningKey(alg);
