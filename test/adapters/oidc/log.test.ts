import { EventEmitter } from 'node:events';

import { expect, test } from '@jest/globals';
import type Provider from 'oidc-provider';

import { ANY_ENDPOINT } from '../../../src/adapters/oidc/errors/entries/endpoints.ts';
import { libraryError } from '../../../src/adapters/oidc/errors/oauth-errors.ts';
import { logLibraryErrors } from '../../../src/adapters/oidc/log.ts';
import { ServiceUnavailable } from '../../../src/domain/failure.ts';
import type { LogFacts } from '../../../src/ports/log.ts';

/** The entries that one event of the library leaves. */
function logged(event: string, error: Error) {
  const entries: { level: string; event: string; facts: LogFacts | undefined }[] = [];
  const at = (level: string) => (name: string, facts?: LogFacts) =>
    void entries.push({ level, event: name, facts });
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const provider = new EventEmitter();
  // The code uses no other member of the provider.
  logLibraryErrors(provider as unknown as Provider, {
    log,
    authenticationIdOf: (id) => id,
    onFault: () => undefined,
  });
  const ctx = { req: {}, response: { get: () => 'reference' } };
  provider.emit(event, ctx, error);
  return entries;
}

const OUTAGE = new ServiceUnavailable('the database does not respond');

test.each([
  ['grant.error', libraryError(ANY_ENDPOINT['service-unavailable'], { cause: OUTAGE })],
  ['server_error', libraryError(ANY_ENDPOINT['service-unavailable'], { cause: OUTAGE })],
  ['server_error', OUTAGE],
])('%s logs an outage with its reason', (event, error) => {
  expect(logged(event, error)).toMatchObject([
    {
      level: 'warn',
      event: 'request.unavailable',
      facts: { reference: 'reference', cause: 'the database does not respond' },
    },
  ]);
});

test('a refusal has no cause', () => {
  const [entry] = logged('grant.error', libraryError(ANY_ENDPOINT['parameter-missing']));
  expect(entry).toMatchObject({ level: 'info', event: 'request.refused' });
  expect(entry?.facts).not.toHaveProperty('cause');
});
