import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { COMMON_SCOPES, grantedScope, parseScope } from '../../src/domain/claims.ts';
import { scopesOf } from '../../src/domain/eid-offer.ts';
import { sampleApplication } from '../support/sample-application.ts';

describe('a scope parameter', () => {
  test.each([
    ['openid', ['openid']],
    ['openid ssn evidence', ['openid', 'ssn', 'evidence']],
    ['openid openid', ['openid', 'openid']],
    ['openid urn:x:unknown', ['openid', 'urn:x:unknown']],
    ['!#[]~', ['!#[]~']],
  ])('is read: %j', (text, tokens) => {
    expect(parseScope(text)).toEqual(tokens);
  });

  test.each([
    ['nothing', ''],
    ['only a space', ' '],
    ['a space before', ' openid'],
    ['a space after', 'openid '],
    ['two spaces', 'openid  ssn'],
    ['a tab', 'openid\tssn'],
    ['a line break', 'openid\nssn'],
    ['a double quote', 'openid "ssn"'],
    ['a backslash', 'openid \\ssn'],
    ['a control character', 'openid\u0000'],
    ['a letter outside ASCII', 'openid ssñ'],
  ])('is malformed with %s', (_what, text) => {
    expect(parseScope(text)).toBeUndefined();
  });

  test('has at most 1024 characters', () => {
    expect(parseScope('a'.repeat(1024))).toEqual(['a'.repeat(1024)]);
    expect(parseScope('a'.repeat(1025))).toBeUndefined();
  });

  test('is restored when its tokens are joined again', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const tokens = parseScope(text);
        expect([text, undefined]).toContain(tokens?.join(' '));
      }),
    );
  });
});

const SUPPORTED = scopesOf([{ scopes: ['ssn', 'paper:weight'] }]);

describe('the granted scope', () => {
  // spec: authorize.scope.static
  test("is the application's setting while dynamic scopes are off, for any request", () => {
    const application = sampleApplication({ scopes: ['ssn'] });
    expect(grantedScope(['openid', 'evidence'], application, SUPPORTED)).toEqual(['openid', 'ssn']);
    expect(grantedScope(['openid'], sampleApplication(), SUPPORTED)).toEqual(['openid']);
  });

  // spec: authorize.scope.dynamic
  test("is the request's scope with dynamic scopes, for any setting", () => {
    const application = sampleApplication({ dynamicScopes: true, scopes: ['ssn'] });
    const requested = ['paper:weight', 'openid', 'evidence'];
    expect(grantedScope(requested, application, SUPPORTED)).toEqual([
      'openid',
      'evidence',
      'paper:weight',
    ]);
  });

  test('omits unknown scopes, and contains each scope once, in a fixed order', () => {
    const application = sampleApplication({ dynamicScopes: true });
    const requested = ['evidence', 'profile', 'openid', 'evidence', 'ssn', 'offline_access'];
    expect(grantedScope(requested, application, SUPPORTED)).toEqual(['openid', 'ssn', 'evidence']);
  });

  test('contains known scopes only', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.boolean(), (scopes, dynamicScopes) => {
        const application = sampleApplication({ dynamicScopes, scopes });
        const granted = grantedScope(scopes, application, COMMON_SCOPES);
        for (const scope of granted) expect(COMMON_SCOPES).toContain(scope);
      }),
    );
  });
});
