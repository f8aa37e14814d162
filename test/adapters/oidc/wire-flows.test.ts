import { expect, test } from '@jest/globals';

import { grantTypesOf, responseTypesOf } from '../../../src/adapters/oidc/wire-flows.ts';
import { FLOW_NAMES } from '../../../src/domain/flow.ts';

test.each(FLOW_NAMES)('%s is asked for and completed by a code', (flow) => {
  expect(responseTypesOf([flow])).toEqual(['code']);
  expect(grantTypesOf([flow])).toEqual(['authorization_code']);
});

test('flows that share a name of the protocol say it once', () => {
  expect(responseTypesOf(FLOW_NAMES)).toEqual(['code']);
  expect(grantTypesOf(FLOW_NAMES)).toEqual(['authorization_code']);
});

test('no flows have no names', () => {
  expect([responseTypesOf([]), grantTypesOf([])]).toEqual([[], []]);
});
