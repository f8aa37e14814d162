import { describe, expect, test } from '@jest/globals';

import { loginPath, parseLoginChoice } from '../../src/client/login-choice.ts';

describe('the choice of a login', () => {
  test('is authorization code and a choice of devices by default', () => {
    expect(parseLoginChoice({})).toEqual({
      flow: 'code',
      wish: 'login',
      acr: 'urn:grn:authn:se:bankid',
    });
  });

  test('is read from the address', () => {
    const query = {
      flow: 'hybrid',
      wish: 'sign',
      acr: 'urn:grn:authn:se:bankid:same-device',
      ui_locales: 'nb',
    };
    const { flow, wish, acr } = query;
    expect(parseLoginChoice(query)).toEqual({ flow, wish, acr, uiLocales: 'nb' });
  });

  test('ignores unknown values, but passes any acr on', () => {
    const acr = 'urn:grn:authn:xx:unknown';
    const query = { flow: 'toString', wish: 'money', acr, ui_locales: 'tlh' };
    expect(parseLoginChoice(query)).toEqual({ flow: 'code', wish: 'login', acr });
    expect(parseLoginChoice({ acr: ['a', 'b'], ui_locales: '' })).toEqual(parseLoginChoice({}));
  });

  test('is written back into a URL', () => {
    const acr = 'urn:grn:authn:se:bankid';
    for (const wish of ['login', 'evidence'] as const) {
      const choice = { flow: 'pkce', wish, acr, uiLocales: 'fi' } as const;
      const { searchParams } = new URL(loginPath(choice), 'http://localhost');
      expect(parseLoginChoice(Object.fromEntries(searchParams))).toEqual(choice);
    }
  });
});
