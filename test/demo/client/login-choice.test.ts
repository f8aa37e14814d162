import { describe, expect, test } from '@jest/globals';

import { loginPath, parseLoginChoice } from '../../../src/demo/client/login-choice.ts';

describe('the choice of a login', () => {
  test('is authorization code and a choice of devices, unless told otherwise', () => {
    expect(parseLoginChoice({})).toEqual({ flow: 'code', acr: 'urn:grn:authn:se:bankid' });
  });

  test('is read from the address', () => {
    const query = {
      flow: 'pkce',
      acr: 'urn:grn:authn:se:bankid:same-device',
      ui_locales: 'nb',
    };
    expect(parseLoginChoice(query)).toEqual({ flow: 'pkce', acr: query.acr, uiLocales: 'nb' });
  });

  test('passes over what it does not know, but hands any acr on', () => {
    const query = { flow: 'implicit', acr: 'urn:grn:authn:xx:unknown', ui_locales: 'tlh' };
    expect(parseLoginChoice(query)).toEqual({ flow: 'code', acr: 'urn:grn:authn:xx:unknown' });
    expect(parseLoginChoice({ acr: ['a', 'b'], ui_locales: '' })).toEqual(parseLoginChoice({}));
  });

  test('goes back into an address', () => {
    const choice = { flow: 'pkce', acr: 'urn:grn:authn:se:bankid', uiLocales: 'fi' } as const;
    const { searchParams } = new URL(loginPath(choice), 'http://localhost');
    expect(parseLoginChoice(Object.fromEntries(searchParams))).toEqual(choice);
  });
});
