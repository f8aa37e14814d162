import { describe, expect, test } from '@jest/globals';

import { FLOW_NAMES, FLOWS } from '../../src/domain/flow.ts';

const everywhere = ['test', 'production'];

describe('the flows', () => {
  test('are five', () => {
    expect(FLOW_NAMES).toEqual(['authorization-code', 'pkce', 'implicit', 'ciba', 'headless']);
  });

  test('the code flow is for clients with a credential and leaves the challenge to them', () => {
    expect(FLOWS['authorization-code']).toEqual({
      client: 'confidential',
      challenge: 'optional',
      channel: 'browser',
      environments: everywhere,
    });
  });

  test('PKCE is for clients without a credential and demands the challenge', () => {
    expect(FLOWS.pkce).toEqual({
      client: 'public',
      challenge: 'required',
      channel: 'browser',
      environments: everywhere,
    });
  });

  test('the implicit flow is for any client, on test domains', () => {
    expect(FLOWS.implicit).toEqual({
      client: 'either',
      challenge: 'none',
      channel: 'browser',
      environments: ['test'],
    });
  });

  test.each(['ciba', 'headless'] as const)(
    '%s is for clients with a credential and has a channel of its own',
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
