import { expect, test } from '@jest/globals';

import { sessionSeconds } from '../../src/domain/tenant.ts';
import { DOMAIN } from '../adapters/oidc/clients/known-applications.ts';

test.each([
  [600, undefined, 'same', 600],
  [600, undefined, 'other', undefined],
  [600, undefined, undefined, undefined],
  [600, 60, 'other', 60],
  [600, 60, 'same', 600],
  [60, 600, 'other', 60],
  [undefined, 600, 'other', undefined],
  [undefined, 600, 'same', undefined],
] as const)(
  'with %s and %s seconds a login on device "%s" is remembered for %s',
  (singleSignOn, singleSignOnOtherDevice, device, expected) => {
    const domain = { ...DOMAIN, singleSignOn, singleSignOnOtherDevice };
    expect(sessionSeconds(domain, device)).toBe(expected);
  },
);
