import { expect, test } from '@jest/globals';

import { FLOW_NAMES, FLOWS } from '../../src/domain/flow.ts';

test('the code flow is for clients with a credential and leaves the challenge to them', () => {
  expect(FLOWS['authorization-code']).toEqual({ client: 'confidential', challenge: 'optional' });
});

test('PKCE is for clients without a credential and demands the challenge', () => {
  expect(FLOWS.pkce).toEqual({ client: 'public', challenge: 'required' });
});

test('each flow has a name', () => {
  expect(FLOW_NAMES).toEqual(['authorization-code', 'pkce']);
});
