import { describe, expect, test } from '@jest/globals';

import { isOriginOf, webOrigins } from '../../../src/adapters/oidc/cors.ts';
import { sampleApplication } from '../../support/sample-application.ts';

describe('the origins of an application', () => {
  const application = sampleApplication({
    redirectUris: ['https://app.example/cb', 'https://app.example/other', 'com.example.app:/cb'],
    postLogoutRedirectUris: ['https://bye.example:8443/bye'],
  });

  test('are those of its URLs, each once; a native app has none', () => {
    expect(webOrigins(application.redirectUris)).toEqual(['https://app.example']);
  });

  test.each([
    ['https://app.example', true],
    ['https://bye.example:8443', true],
    ['https://bye.example', false],
    ['http://app.example', false],
    ['https://app.example.evil.example', false],
    ['https://app.example/', false],
    ['com.example.app:', false],
    ['null', false],
    ['', false],
  ])('%j: %s', (origin, isOne) => {
    expect(isOriginOf(application, origin)).toBe(isOne);
  });
});
