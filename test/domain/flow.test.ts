import { describe, expect, test } from '@jest/globals';

import { FLOW_NAMES, FLOWS } from '../../src/domain/flow.ts';

const everywhere = ['test', 'production'];

describe('the flows', () => {
  test('are five', () => {
    expect(FLOW_NAMES).toEqual(['authorization-code', 'pkce', 'implicit', 'ciba', 'headless']);
  });

  test('include authorization code, for clients with a credential, where the challenge is optional', () => {
    expect(FLOWS['authorization-code']).toEqual({
      client: 'confidential',
      challenge: 'optional',
      channel: 'browser',
      environments: everywhere,
    });
  });

  test('include PKCE, for clients without a credential, where the challenge is required', () => {
    expect(FLOWS.pkce).toEqual({
      client: 'public',
      challenge: 'required',
      channel: 'browser',
      environments: everywhere,
    });
  });

  test('include implicit, for any client on test domains', () => {
    expect(FLOWS.implicit).toEqual({
      client: 'either',
      challenge: 'none',
      channel: 'browser',
      environments: ['test'],
    });
  });

  test.each(['ciba', 'headless'] as const)(
    'include %s, for clients with a credential, with its own channel',
    (name) => {
      expect(FLOWS[name]).toEqual({
        client: 'confidential',
        challenge: 'none',
        channel: name,
        environments: everywhere,
      });
    },
  );
});
