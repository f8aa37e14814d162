import { expect, test } from '@jest/globals';

import {
  ALL_ENTRIES,
  entryNamed,
  entryOf,
} from '../../../../src/adapters/oidc/errors/catalogue.ts';

test.each([
  ['access_denied', 'user declined', 'declined'],
  ['invalid_request', 'state is longer than 4096 characters', 'state-too-long'],
  ['invalid_request', 'nonce is longer than 1024 characters', 'parameter-too-long'],
  ['invalid_request', "missing required parameter 'acr_values'", 'acr-missing'],
  ['invalid_request', "missing required parameter 'redirect_uri'", 'parameter-missing'],
  ['invalid_request', "missing required parameters 'a' and 'b'", 'parameters-missing'],
  ['invalid_scope', 'scope contains invalid characters', 'scope-characters'],
  ['invalid_request', 'code_verifier contains invalid characters', 'code-verifier-characters'],
  ['access_denied', 'the request expired', 'expired'],
  ['expired_token', 'the request expired', 'polled-expired'],
])('%s "%s" is %s', (error, description, key) => {
  expect(entryOf(error, description)?.key).toBe(key);
});

test('an error without a description is found by its code', () => {
  expect(entryOf('request_uri_not_supported', undefined)?.key).toBe('request-uri-unsupported');
});

test.each(['invalid_redirect_uri', 'invalid_request'])(
  'one reason may have another code at another endpoint: %s',
  (error) => {
    const description = "redirect_uri did not match any of the client's registered redirect_uris";

    expect(entryOf(error, description)?.key).toBe('redirect-uri-not-registered');
  },
);

test.each([
  ['another code', 'server_error', 'user declined'],
  ['another description', 'access_denied', 'user declined twice'],
  ['more before it', 'access_denied', 'the user declined'],
  ['no description', 'access_denied', undefined],
  ['nothing in a placeholder’s place', 'invalid_request', 'state is longer than  characters'],
])('what the catalogue does not have is not found: %s', (_, error, description) => {
  expect(entryOf(error, description)).toBeUndefined();
});

test('a reason that is met in two places stands under its first name', () => {
  const offered = ALL_ENTRIES.filter(
    ({ description }) => description === 'the eID refused the request',
  );

  expect(offered.map(({ key, theme }) => ({ key, theme }))).toEqual([
    { key: 'eid-refused-request', theme: 'The eID' },
  ]);
});

test('an entry is found by its name, and by no other word', () => {
  expect(entryNamed('declined')?.description).toBe('user declined');
  expect(entryNamed('constructor')).toBeUndefined();
});
