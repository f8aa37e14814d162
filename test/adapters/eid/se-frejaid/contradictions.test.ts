import { expect, test } from '@jest/globals';

import { contradictionIn } from '../../../../src/adapters/eid/se-frejaid/contradictions.ts';

const BASIC = { minregistrationlevel: 'basic' };
const FACE = { userconfirmationmethod: 'defaultandface' };
const EXTENDED = 'minregistrationlevel:extended';

test.each([
  [{ directives: BASIC, scope: ['openid', 'frejaid:ssn'] }, 'minregistrationlevel'],
  [{ directives: BASIC, person: '199006022397' }, 'minregistrationlevel'],
  [{ directives: FACE }, 'userconfirmationmethod'],
])('%j contradicts itself', (parts, directive) => {
  const request = { scope: ['openid'], person: undefined, ...parts };
  expect(contradictionIn(request)).toEqual({ directive, needed: EXTENDED });
});

test.each([
  { directives: {}, scope: ['openid', 'frejaid:ssn'] },
  { directives: BASIC, scope: ['openid', 'frejaid:email_address'] },
  { directives: { minregistrationlevel: 'plus' }, person: '199006022397' },
  { directives: FACE, scope: ['openid', 'frejaid:ssn'] },
  { directives: { ...FACE, minregistrationlevel: 'extended' } },
])('%j does not', (parts) => {
  expect(contradictionIn({ scope: ['openid'], person: undefined, ...parts })).toBeUndefined();
});
