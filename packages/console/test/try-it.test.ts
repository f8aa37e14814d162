import { describe, expect, test } from '@jest/globals';
import { readableClaim, tokenParts } from '../src/screens/applications/token-parts.ts';
import { authorizeUrl, newTryKeys, type TryRequest } from '../src/screens/applications/try-it.ts';

const REQUEST: TryRequest = {
  issuer: 'https://login.example',
  clientId: 'urn:app:1',
  redirectUri: 'https://app.example/cb',
  responseType: 'code',
  scope: 'openid ssn',
  acr: 'urn:example',
  loginHint: '',
  prompt: '',
};
const KEYS = { state: 's', nonce: 'n', codeChallenge: 'c' };

describe('a login to try', () => {
  test('has the parameters of its request, and PKCE where it asks for a code', () => {
    expect(authorizeUrl(REQUEST, KEYS)).toBe(
      'https://login.example/oauth2/authorize?response_type=code&client_id=urn%3Aapp%3A1&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&scope=openid+ssn&acr_values=urn%3Aexample&state=s&nonce=n&code_challenge=c&code_challenge_method=S256',
    );
    const implicit = authorizeUrl({ ...REQUEST, responseType: 'id_token' }, KEYS);
    expect(implicit).not.toContain('code_challenge');
  });

  test('has random texts that fit RFC 7636', async () => {
    const [one, other] = await Promise.all([newTryKeys(crypto), newTryKeys(crypto)]);
    expect(one.verifier).toMatch(/^[\w-]{43}$/);
    expect(one.codeChallenge).toMatch(/^[\w-]{43}$/);
    expect(one.verifier).not.toBe(other.verifier);
  });
});

describe('a token', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('is decoded with letters beyond ASCII', () => {
    const token = `${part({ alg: 'RS256' })}.${part({ name: 'Åsa Öberg' })}.sig`;
    expect(tokenParts(token)).toEqual({ header: { alg: 'RS256' }, claims: { name: 'Åsa Öberg' } });
  });

  test.each([
    ['abc', 'A JWT has three parts with dots between them.'],
    ['e30.@@.sig', 'The payload is not base64url of a JSON object.'],
  ])('that is none gets a reason: %s', (token, reason) => {
    expect(() => tokenParts(token)).toThrow(reason);
  });

  test('shows moments as dates', () => {
    expect(readableClaim('exp', 0)).toBe('0 (1970-01-01T00:00:00.000Z)');
    expect(readableClaim('amr', ['a'])).toBe('["a"]');
  });
});
