import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Provider from 'oidc-provider';

import { ALL_ENTRIES, entryNamed } from '../../../../src/adapters/oidc/errors/catalogue.ts';
import type { Entry } from '../../../../src/adapters/oidc/errors/entry.ts';
import { errorUri } from '../../../../src/adapters/oidc/errors/error-uri.ts';
import { keyOf, libraryKeyOf } from '../../../../src/adapters/oidc/errors/key-of.ts';
import {
  invalidClient,
  invalidGrant,
  libraryError,
  onPage,
} from '../../../../src/adapters/oidc/errors/oauth-errors.ts';
import { logLibraryErrors } from '../../../../src/adapters/oidc/log.ts';
import { contextOf } from '../../../../src/adapters/oidc/request-context.ts';
import { makeRenderError } from '../../../../src/adapters/oidc/response-modes/error-response.ts';
import type { LogFacts } from '../../../../src/ports/log.ts';

const CLIENT = {
  client_id: 'demo',
  token_endpoint_auth_method: 'none',
  redirect_uris: ['https://app.example/callback'],
} as const;

/** A text that no pattern can recognize. */
const TEXT = 'a text of no entry';
/** Only polls get these errors, and they leave no log entry. */
const PENDING: readonly string[] = ['authorization_pending', 'slow_down'];
const OWN_KEYS = ALL_ENTRIES.filter(
  ({ isOfLibrary, error }) => !isOfLibrary && !PENDING.includes(error),
).map(({ key }) => key);

describe('an error of this service', () => {
  let server: Server;
  let issuer: string;
  let thrown: Error;
  let logged: LogFacts[];

  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const errorPage = (_: unknown, { entry }: { readonly entry?: string | undefined }) =>
      String(entry);
    const provider = new Provider(issuer, {
      clients: [CLIENT],
      renderError: makeRenderError({ errorPage, noteRefusal: () => undefined }),
      features: { devInteractions: { enabled: false } },
    });
    provider.Client.prototype.responseModeAllowed = () => {
      throw thrown;
    };
    provider.use(errorUri(provider, { issuer }));
    const write = (_: string, facts?: LogFacts) => void logged.push(facts ?? {});
    logLibraryErrors(provider, {
      log: { info: write, warn: write, error: write },
      authenticationIdOf: (id) => id,
      onFault: () => undefined,
    });
    server.on('request', provider.callback());
  });
  afterAll(() => void server.close());

  function authorize(error: Error): Promise<Response> {
    thrown = error;
    logged = [];
    const query = new URLSearchParams({
      client_id: CLIENT.client_id,
      redirect_uri: CLIENT.redirect_uris[0],
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    return fetch(`${issuer}/auth?${query}`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });
  }

  test.each(OWN_KEYS)('has its key in error_uri, on the page and in the log: %s', async (key) => {
    const entry: Entry = { ...entryNamed(key)!, description: TEXT };

    const redirect = new URL((await authorize(libraryError(entry))).headers.get('location')!);
    expect(redirect.searchParams.get('error_description')).toBe(TEXT);
    expect(new URL(redirect.searchParams.get('error_uri')!).pathname).toBe(`/errors/${key}`);
    expect(logged).toEqual([expect.objectContaining({ key, description: TEXT })]);

    const page = await authorize(onPage(libraryError(entry)));
    expect(await page.text()).toBe(key);
    expect(logged).toEqual([expect.objectContaining({ key, description: TEXT })]);
  });

  test('is not recognised by its text', () => {
    const recognized = ALL_ENTRIES.filter(
      ({ key, isOfLibrary, error, description }) =>
        !isOfLibrary && libraryKeyOf(error, description) === key,
    );

    expect(recognized).toEqual([]);
  });

  test('of a library class has a key as well', () => {
    // The code reads nothing of the request.
    const ctx = { req: {} as never };
    expect(keyOf(ctx, invalidGrant('the code was used up'))).toBe('grant-invalid');
    expect(keyOf(ctx, invalidClient('client is unknown'))).toBe('client-authentication-failed');
  });
});

describe('the error of a stored ending, which the library throws without its key', () => {
  test('has the key that was stored', () => {
    const ctx = { req: {} as never };
    contextOf(ctx).endingKey = 'declined';
    const { key: _, ...error } = libraryError(entryNamed('declined')!);

    expect(keyOf(ctx, error)).toBe('declined');
    expect(keyOf(ctx, libraryError(entryNamed('service-unavailable')!))).toBe(
      'service-unavailable',
    );
  });
});

test('a fault has the key of faults', () => {
  expect(keyOf({ req: {} as never }, new Error('user declined'))).toBe('fault');
});

describe('an error of the library is recognised by its text', () => {
  test.each([
    ['invalid_request', "missing required parameter 'redirect_uri'", 'parameter-missing'],
    ['invalid_request', "missing required parameters 'a' and 'b'", 'parameters-missing'],
    ['invalid_scope', 'scope contains invalid characters', 'scope-characters'],
    ['invalid_request', 'code_verifier contains invalid characters', 'code-verifier-characters'],
    ['invalid_request', 'client_id mismatch', 'client-id-mismatch'],
  ])('%s "%s" is %s', (error, description, key) => {
    expect(libraryKeyOf(error, description)).toBe(key);
  });

  test('or by its code, when it has no description', () => {
    expect(libraryKeyOf('request_uri_not_supported', undefined)).toBe('request-uri-unsupported');
  });

  test.each(['invalid_redirect_uri', 'invalid_request'])(
    'also under the code of another endpoint: %s',
    (error) => {
      const description = "redirect_uri did not match any of the client's registered redirect_uris";

      expect(libraryKeyOf(error, description)).toBe('redirect-uri-not-registered');
    },
  );

  test.each([
    ['another code', 'server_error', 'client_id mismatch'],
    ['another description', 'invalid_request', 'client_id mismatch twice'],
    ['more before it', 'invalid_request', 'the client_id mismatch'],
    ['no description', 'invalid_request', undefined],
    ['nothing in a placeholder’s place', 'invalid_request', ' must not be provided twice'],
  ])('but not with a text outside the catalogue: %s', (_, error, description) => {
    expect(libraryKeyOf(error, description)).toBeUndefined();
  });
});

test('an entry is found by its exact key only', () => {
  expect(entryNamed('declined')?.description).toBe('user declined');
  expect(entryNamed('constructor')).toBeUndefined();
});
