import { describe, expect, test } from '@jest/globals';
import { ApiProblem, titleOf, Unreachable } from '../src/api/api-problem.ts';
import { codeIn, wordsOf } from '../src/screens/try/answer-words.ts';
import {
  authorizeParameters,
  authorizeUrl,
  newTryKeys,
  type TryRequest,
} from '../src/screens/try/authorize-url.ts';
import {
  nextPollIn,
  pollParameters,
  pollPause,
  qrDataIn,
  startParameters,
} from '../src/screens/try/back-channel.ts';
import { requestText } from '../src/screens/try/request-text.ts';
import { meaningOf, readableClaim, tokenParts } from '../src/screens/try/token-parts.ts';

const REQUEST: TryRequest = {
  issuer: 'https://login.example',
  clientId: 'urn:app:1',
  redirectUri: 'https://app.example/cb',
  responseType: 'code',
  responseMode: '',
  scope: 'openid ssn',
  acr: 'urn:example',
  loginHint: '',
  prompt: '',
};
const KEYS = { state: 's', nonce: 'n', codeChallenge: 'c' };

describe('a login to try', () => {
  test('has the parameters of its request, and PKCE where it asks for a code', () => {
    expect(authorizeUrl(REQUEST.issuer, authorizeParameters(REQUEST, KEYS))).toBe(
      'https://login.example/oauth2/authorize?response_type=code&client_id=urn%3Aapp%3A1&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&scope=openid+ssn&acr_values=urn%3Aexample&state=s&nonce=n&code_challenge=c&code_challenge_method=S256',
    );
    const implicit = authorizeParameters({ ...REQUEST, responseType: 'id_token' }, KEYS);
    expect(Object.keys(implicit)).not.toContain('code_challenge');
  });

  test('has random texts that fit RFC 7636', async () => {
    const [one, other] = await Promise.all([newTryKeys(crypto), newTryKeys(crypto)]);
    expect(one.verifier).toMatch(/^[\w-]{43}$/);
    expect(one.codeChallenge).toMatch(/^[\w-]{43}$/);
    expect(one.verifier).not.toBe(other.verifier);
  });
});

describe('a login without a browser', () => {
  const values = {
    issuer: 'https://login.example',
    scope: 'openid',
    acr: 'urn:example',
    loginHint: '',
    callInitiator: 'user',
    bindingMessage: 'You called us',
    endUserIp: '192.0.2.7',
  };

  test('sends the parameters of its flow, without those that are empty', () => {
    expect(startParameters('headless', values)).toEqual({
      scope: 'openid',
      acr_values: 'urn:example',
      end_user_ip: '192.0.2.7',
    });
    expect(Object.keys(startParameters('ciba', { ...values, loginHint: 'sub:ssn:1' }))).toEqual([
      ...['scope', 'acr_values', 'login_hint', 'callInitiator', 'binding_message'],
    ]);
  });

  test('polls with the id of its start, until the answer is final', () => {
    expect(pollParameters('ciba', { auth_req_id: 'a' })).toEqual({
      grant_type: 'urn:openid:params:grant-type:ciba',
      auth_req_id: 'a',
    });
    expect(pollParameters('headless', { headless_req_id: 'h' })?.grant_type).toBe(
      'urn:grn:params:grant-type:headless',
    );
    expect(pollParameters('headless', { error: 'invalid_request' })).toBeUndefined();
    const errors = ['authorization_pending', 'slow_down', 'access_denied', undefined];
    expect(errors.map((error) => nextPollIn({ error }))).toEqual([
      5_000,
      10_000,
      undefined,
      undefined,
    ]);
  });

  test('polls each second while there is a QR code', () => {
    const pauses = ['authorization_pending', 'slow_down', 'access_denied'].map((error) =>
      nextPollIn({ error }, 'bankid.1'),
    );
    expect(pauses).toEqual([1_100, 2_200, undefined]);
    expect([pollPause('bankid.1'), pollPause(''), pollPause(undefined)]).toEqual([
      1_100, 5_000, 5_000,
    ]);
  });

  test('shows the QR code of an answer', () => {
    expect(qrDataIn({ acr_data: { qrData: 'bankid.1' } })).toBe('bankid.1');
    expect([qrDataIn({}), qrDataIn('text')]).toEqual([undefined, undefined]);
  });
});

test('a request is shown without its secret, safe to paste into a shell', () => {
  const request = {
    issuer: 'https://login.example',
    endpoint: 'ciba',
    clientId: 'urn:app:1',
    parameters: { binding_message: "it's you" },
  } as const;
  expect(requestText({ ...request, proof: 'secret' })).toBe(
    `curl https://login.example/ciba/bc-authorize \\\n  --user urn%3Aapp%3A1:"$CLIENT_SECRET" \\\n  --data-urlencode 'binding_message=it'\\''s you'\n`,
  );
  expect(requestText({ ...request, proof: 'key' })).toContain('client_assertion="$ASSERTION"');
  expect(requestText({ ...request, proof: 'none' })).toContain('client_id=urn:app:1');
  const signed = requestText({ ...request, proof: 'secret', isSigned: true });
  expect(signed).toContain('--data-urlencode request="$REQUEST"\n');
  expect(signed).not.toContain('binding_message');
});

test('the code of a login is found in its error_uri', () => {
  expect(codeIn('https://login.example/errors?code=K7F2-QX9M')).toBe('K7F2-QX9M');
  expect([codeIn('https://login.example/errors'), codeIn(undefined)]).toEqual([
    undefined,
    undefined,
  ]);
});

describe('the words of an answer', () => {
  test.each(['__proto__', 'constructor', 'toString'])(
    'are none for a name of JavaScript: %s',
    (name) => {
      expect([wordsOf(name, {}), meaningOf(name, {})]).toEqual([undefined, undefined]);
    },
  );

  test('tell the life of an access token from that of a request', () => {
    expect(wordsOf('expires_in', { access_token: 'a' })).toContain('access token');
    expect(wordsOf('expires_in', { auth_req_id: 'a' })).toContain('this request');
    expect(wordsOf('expires_in', { request_uri: 'a' })).toContain('this request');
  });
});

test('only a missing answer is called an unreachable service', () => {
  const titles = [new Unreachable(new TypeError('Failed to fetch')), new TypeError('x'), 'x'].map(
    titleOf,
  );
  expect(titles).toEqual([
    'The service cannot be reached',
    'This did not work',
    'This did not work',
  ]);
  expect(titleOf(new ApiProblem(404, { title: 'Not found' }))).toBe('Not found');
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
