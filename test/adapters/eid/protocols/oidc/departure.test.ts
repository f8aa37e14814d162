import { describe, expect, test } from '@jest/globals';

import { dkMitId } from '../../../../../src/adapters/eid/dk-mitid/row.ts';
import {
  authorizationParameters,
  parseKept,
} from '../../../../../src/adapters/eid/protocols/oidc/departure.ts';
import { oidcRows } from '../../../../../src/adapters/eid/registry.ts';
import type { Acr } from '../../../../../src/domain/acr.ts';
import type { RedirectRequest } from '../../../../../src/ports/eid.ts';

const REQUEST: RedirectRequest = {
  acr: 'urn:grn:authn:dk:mitid:high' as Acr,
  scope: ['openid', 'email'],
  language: 'nb',
  action: 'login',
  application: 'Some application',
  text: undefined,
  person: undefined,
  directives: {},
  state: 'our-state',
};
const FACTS = { nonce: 'a-nonce', codeChallenge: 'a-challenge', callback: 'https://us.example/cb' };
const parametersOf = (changes: Partial<RedirectRequest> = {}) => {
  const { idp_params: params = '{}', ...others } = authorizationParameters(
    dkMitId,
    { ...REQUEST, ...changes },
    FACTS,
  );
  return { ...others, params: JSON.parse(params).mitid as object };
};

describe(authorizationParameters, () => {
  test('speaks the dialect of the row', () => {
    expect(parametersOf()).toEqual({
      idp_values: 'mitid',
      language: 'en',
      params: { loa_value: 'high', action_text: 'LOG_ON' },
      prompt: 'login',
      scope: 'openid mitid',
      redirect_uri: 'https://us.example/cb',
      state: 'our-state',
      nonce: 'a-nonce',
      code_challenge: 'a-challenge',
      code_challenge_method: 'S256',
    });
  });

  test.each(oidcRows.map((row) => [row.offer.name, row] as const))(
    'lets no session at the provider answer for the person: %s',
    (_, row) => {
      const request = { ...REQUEST, acr: row.offer.variants[0]?.acr as Acr, scope: ['openid'] };
      const settings = Object.fromEntries(
        Object.keys(row.settings ?? {}).map((name) => [name, 'some-setting']),
      );
      const { prompt } = authorizationParameters(row, request, { ...FACTS, settings });
      expect(prompt).toBe('login');
    },
  );

  test('shows a text', () => {
    const text = { visible: 'R29kZGFn', format: 'plaintext', nonVisible: undefined } as const;
    expect(parametersOf({ text, action: 'approve', language: 'da' })).toMatchObject({
      language: 'da',
      prompt: 'login',
      params: { action_text: 'APPROVE', reference_text: 'R29kZGFn' },
    });
  });

  test('requests the number of a named person, and names the person', () => {
    expect(parametersOf({ person: '2712589100' })).toMatchObject({
      scope: 'openid mitid ssn',
      params: { cpr_hint: '2712589100' },
    });
  });

  test('passes the directives of the eID on', () => {
    const uuid = '8e6ab4ea-58b9-4130-a900-4366ba54eed9';
    expect(parametersOf({ directives: { uuid } })).toMatchObject({ params: { uuid_hint: uuid } });
  });
});

describe(parseKept, () => {
  test('refuses what another eID stored', () => {
    expect(() => parseKept({ orderRef: '1' })).toThrow('no departure of this eID');
  });
});
