import { expect, test } from '@jest/globals';

import { timeFault } from '../../../../src/adapters/oidc/requests/jwt-rules.ts';

const RESTORED = 1_800_000_000;
const RULES = {
  needed: false,
  maxLifetime: 300,
  oldest: ['iat', 600],
  forgottenUntil: new Date(RESTORED * 1000),
} as const;
const FORGOTTEN = 'iat is before the service was restored';

test.each([
  ['made before the restore', { iat: -10, exp: 290 }, 5, FORGOTTEN],
  ['made before it, by a clock that is a minute ahead', { iat: 60, exp: 360 }, 70, FORGOTTEN],
  ['made after it for certain', { iat: 61, exp: 361 }, 70, undefined],
  ['without iat that may be older', { exp: 360 }, 70, FORGOTTEN],
  ['without iat that cannot be older', { exp: 361 }, 70, undefined],
])('the time of the restore decides on a JWT %s', (_, times, now, fault) => {
  const claims = Object.fromEntries(
    Object.entries(times).map(([name, seconds]) => [name, RESTORED + seconds]),
  );
  expect(timeFault(claims, RULES, RESTORED + now)).toBe(fault);
  expect(timeFault(claims, { ...RULES, forgottenUntil: undefined }, RESTORED + now)).toBe(
    undefined,
  );
});
