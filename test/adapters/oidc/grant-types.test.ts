import { expect, test } from '@jest/globals';

import {
  CIBA_GRANT,
  flowsOf,
  grantTypesOf,
  HEADLESS_GRANTS,
  normalResponseType,
  responseTypesOf,
} from '../../../src/adapters/oidc/grant-types.ts';
import type { Flow } from '../../../src/domain/flow.ts';

test.each<[Flow, string[], string[]]>([
  ['authorization-code', ['code', 'code id_token'], ['authorization_code', 'implicit']],
  ['pkce', ['code', 'code id_token'], ['authorization_code', 'implicit']],
  ['implicit', ['id_token'], ['implicit']],
  ['ciba', [], [CIBA_GRANT]],
  ['headless', [], [...HEADLESS_GRANTS]],
])('%s has its response types and grant types', (flow, responseTypes, grantTypes) => {
  expect(responseTypesOf([flow])).toEqual(responseTypes);
  expect(grantTypesOf([flow])).toEqual(grantTypes);
});

test('flows with a common name list it once', () => {
  const flows: Flow[] = ['pkce', 'authorization-code', 'implicit'];
  expect(responseTypesOf(flows)).toEqual(['code', 'code id_token', 'id_token']);
  expect(grantTypesOf(flows)).toEqual(['authorization_code', 'implicit']);
});

test('no flows have no names', () => {
  expect([responseTypesOf([]), grantTypesOf([])]).toEqual([[], []]);
});

test.each([
  ['code', ['authorization-code', 'pkce']],
  ['code id_token', ['authorization-code', 'pkce']],
  ['id_token', ['implicit']],
  ['id_token token', []],
  ['none', []],
])('response_type %s belongs to the flows %j', (responseType, flows) => {
  expect(flowsOf(responseType)).toEqual(flows);
});

test('the words of a response_type may come in any order, and more than once', () => {
  expect(normalResponseType('id_token code id_token')).toBe('code id_token');
});
