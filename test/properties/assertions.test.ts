import { sampleConfigurationWith } from '@eid-broker/testing/sample-offers';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { errors } from 'oidc-provider';

import { makeValidateAssertion } from '../../src/adapters/oidc/clients/client-assertions.ts';
import { isJti, type JwtClaims, timeFault } from '../../src/adapters/oidc/requests/jwt-rules.ts';
import { DEFAULT_LIMITS, type Domain } from '../../src/domain/tenant.ts';
import { sampleApplication } from '../support/sample-application.ts';
import { nearJson } from './near.ts';

const NOW = 1_800_000_000;
const ISSUER = 'https://login.example.com';
const CLAIMS = { iss: 'shop', sub: 'shop', aud: ISSUER, exp: NOW + 60, iat: NOW, jti: 'once' };
const HEADER = { alg: 'ES256', kid: 'one', typ: 'JWT' };
const DOMAIN: Domain = {
  tenantId: 'shop',
  issuer: ISSUER,
  environment: 'production',
  singleSignOn: undefined,
  limits: DEFAULT_LIMITS,
  acrValues: [],
};

function objectsNear(good: object): fc.Arbitrary<JwtClaims> {
  return nearJson(good).filter(
    (value): value is JwtClaims => typeof value === 'object' && value !== null,
  );
}

describe('a client assertion with small changes', () => {
  let validateAssertion: ReturnType<typeof makeValidateAssertion>;
  beforeAll(() => {
    const configuration = sampleConfigurationWith({
      domains: [DOMAIN],
      domainOf: () => DOMAIN,
      application: (_, clientId) => sampleApplication({ clientId }),
    });
    const clock = () => new Date(NOW * 1000);
    validateAssertion = makeValidateAssertion({
      domain: DOMAIN,
      configuration,
      artifacts: { claimOnce: async () => true },
      clock,
      restoredAt: undefined,
    });
  });

  /**
   * True when it was accepted; false when it was refused as a client's error. Any other error
   * fails the test.
   */
  async function isTaken(claims: JwtClaims, header: JwtClaims): Promise<boolean> {
    // The URL of the endpoint is an allowed audience only for applications that may name it.
    const ctx = {} as Parameters<typeof validateAssertion>[0];
    return validateAssertion(ctx, claims, header, { clientId: 'shop' }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof errors.InvalidClientAuth) return false;
        throw error;
      },
    );
  }

  test('is accepted exactly when all its members are right', async () => {
    await fc.assert(
      fc.asyncProperty(objectsNear(CLAIMS), objectsNear(HEADER), async (claims, header) => {
        const { aud, sub, iss, jti, exp, iat, nbf } = claims;
        const times = [exp, iat, nbf].filter((one) => one !== undefined);
        const isTimely =
          times.every(Number.isSafeInteger) &&
          (exp === undefined || Number(exp) <= NOW + 300 + 60) &&
          (iat === undefined || (Number(iat) >= NOW - 600 && Number(iat) <= NOW + 60)) &&
          (nbf === undefined || Number(nbf) <= NOW + 60);
        const hasAudience =
          aud === ISSUER || (Array.isArray(aud) && aud.length === 1 && aud[0] === ISSUER);
        const isNamed = typeof jti === 'string' && jti.length > 0 && jti.length <= 256;
        const { typ, crit, kid } = header;
        const isKind = [undefined, 'JWT', 'client-authentication+jwt'].includes(typ as string);
        const isPlain = crit === undefined && (kid === undefined || typeof kid === 'string');
        const expected = isTimely && hasAudience && isNamed && sub === iss && isKind && isPlain;
        expect(await isTaken(claims, header)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the times of a JWT', () => {
  const RULES = {
    needed: true,
    maxLifetime: 3600,
    oldest: ['nbf', 3600] as const,
    forgottenUntil: undefined,
  };
  const time = fc.oneof(
    fc.integer({ min: NOW - 4000, max: NOW + 4000 }),
    fc.constantFrom<unknown>(Number.NaN, 1e300, -1, 0.5, '1800000000', null, undefined, Infinity),
  );

  test('are whole seconds, neither too far in the future nor too long ago', () => {
    fc.assert(
      fc.property(time, time, time, (exp, iat, nbf) => {
        const all = [exp, iat, nbf];
        const fits =
          all.every((one) => typeof one === 'number' && Number.isInteger(one)) &&
          Number(exp) <= NOW + 3660 &&
          Number(iat) <= NOW + 60 &&
          Number(nbf) <= NOW + 60 &&
          Number(nbf) >= NOW - 3600;
        expect(timeFault({ exp, iat, nbf }, RULES, NOW) === undefined).toBe(
          fits && Number(exp) < 1e15,
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('and its jti is a text that can be stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 300 }), fc.jsonValue()), (jti) => {
        expect(isJti(jti)).toBe(typeof jti === 'string' && jti.length >= 1 && jti.length <= 256);
      }),
    );
  });
});
