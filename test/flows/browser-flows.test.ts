import { expect, test } from '@jest/globals';

import { browserFlows } from '../../src/flows/browser-flows.ts';

test('the code flow is for clients with a credential and leaves the challenge to them', () => {
  expect(browserFlows['authorization-code']).toEqual({
    responseType: 'code',
    grantType: 'authorization_code',
    client: 'confidential',
    challenge: 'optional',
  });
});

test('PKCE is for clients without a credential and demands the challenge', () => {
  expect(browserFlows.pkce).toEqual({
    responseType: 'code',
    grantType: 'authorization_code',
    client: 'public',
    challenge: 'required',
  });
});
