import { describe, expect, test } from '@jest/globals';

import {
  addPlaceholderNonce,
  removePlaceholderNonce,
  validateFlow,
  validateNonce,
  validateResponseMode,
  validateTokenLength,
} from '../../../../src/adapters/oidc/requests/complete-request.ts';
import type { ResponseMode } from '../../../../src/domain/application.ts';
import { Failure } from '../../../../src/domain/failure.ts';
import type { Flow } from '../../../../src/domain/flow.ts';
import { DEFAULT_LIMITS, type Domain, type Environment } from '../../../../src/domain/tenant.ts';
import { sampleApplication } from '../../../support/sample-application.ts';

function domain(environment: Environment): Domain {
  const issuer = 'https://login.example.com';
  return {
    tenantId: 'first',
    issuer,
    environment,
    singleSignOn: undefined,
    limits: DEFAULT_LIMITS,
    acrValues: [],
  };
}

/** The code and the names of the thrown failure. */
function refusal(validate: () => void): unknown {
  try {
    validate();
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [error.code, error.values];
  }
}

describe('the flow of a response type', () => {
  test.each<[string, Flow]>([
    ['code', 'authorization-code'],
    ['code', 'pkce'],
    ['code id_token', 'authorization-code'],
    ['code id_token', 'pkce'],
    ['id_token', 'implicit'],
  ])('%s is allowed for an application with the flow %s', (type, flow) => {
    const application = sampleApplication({ flows: [flow] });
    expect(refusal(() => validateFlow(type, application, domain('test')))).toBeUndefined();
  });

  test.each<[string, Flow, string]>([
    ['id_token', 'authorization-code', 'implicit'],
    ['code', 'implicit', 'authorization-code'],
    ['code id_token', 'ciba', 'authorization-code'],
  ])('%s is refused for an application with the flow %s', (type, flow, missing) => {
    const application = sampleApplication({ flows: [flow] });
    expect(refusal(() => validateFlow(type, application, domain('test')))).toEqual([
      'flow-not-offered',
      { flow: missing },
    ]);
  });

  test('works on a production domain, except for implicit', () => {
    const application = sampleApplication({ flows: ['authorization-code', 'implicit'] });
    const validate = (type: string) =>
      refusal(() => validateFlow(type, application, domain('production')));
    expect(validate('code id_token')).toBeUndefined();
    expect(validate('id_token')).toEqual(['implicit-on-production', {}]);
  });

  test('is not checked when no flow has that response type', () => {
    const application = sampleApplication({ flows: [] });
    expect(refusal(() => validateFlow('token', application, domain('test')))).toBeUndefined();
  });
});

describe('a response mode', () => {
  test.each<[ResponseMode[], string, boolean]>([
    [['query', 'fragment'], 'query', true],
    [['query'], 'fragment', false],
    [['form_post'], 'query', false],
    [[], 'query', false],
    [['json'], 'json', true],
  ])('of %j, %s is allowed: %s', (responseModes, mode, allowed) => {
    const params = { response_mode: mode };
    const application = sampleApplication({ responseModes });
    expect(refusal(() => validateResponseMode(mode, params, application))).toEqual(
      allowed ? undefined : ['response-mode-not-allowed', { mode }],
    );
    // The error must not be sent by the refused mode.
    expect(params.response_mode).toBe(allowed ? mode : undefined);
  });
});

test.each([
  ['id_token', 'fragment', 'openid evidence', 'evidence'],
  ['id_token', 'fragment', 'openid paper:photo', 'paper:photo'],
  ['id_token', 'fragment', 'openid ssn', undefined],
  ['id_token', 'form_post', 'openid evidence paper:photo', undefined],
  ['code id_token', 'fragment', 'openid evidence paper:photo', undefined],
  ['code', 'query', 'openid evidence paper:photo', undefined],
])('%s in %s with the scope %s is too big: %s', (response_type, mode, scope, tooBig) => {
  const params = { response_type, scope };
  const catalogue = { longScopes: ['evidence', 'paper:photo'] };
  expect(refusal(() => validateTokenLength(mode, params, catalogue))).toEqual(
    tooBig && ['scope-in-fragment', { scope: tooBig }],
  );
});

test.each([
  [true, undefined, true],
  [true, 'n', false],
  [false, undefined, false],
])(
  'an application that requires a nonce (%s) and the nonce %s: refused %s',
  (required, nonce, refused) => {
    const application = sampleApplication({ requireNonce: required });
    expect(refusal(() => validateNonce({ nonce }, application))).toEqual(
      refused ? ['nonce-missing', {}] : undefined,
    );
  },
);

/** The code keeps facts by the identity of `req`, and reads nothing of it. */
function requestWith(nonce?: string) {
  return { ctx: { req: {} as never }, params: { nonce } };
}

test("a missing nonce is filled in for the library's checks, and removed afterwards", () => {
  const request = requestWith();
  addPlaceholderNonce(request);
  expect(request.params.nonce).toMatch(/./);
  removePlaceholderNonce(request);
  expect(request.params.nonce).toBeUndefined();
});

test('a nonce of the request stays, whatever its value', () => {
  const other = requestWith();
  addPlaceholderNonce(other);
  const request = requestWith(other.params.nonce);
  addPlaceholderNonce(request);
  removePlaceholderNonce(request);
  expect(request.params.nonce).toBe(other.params.nonce);
});
