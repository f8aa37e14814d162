import { Readable } from 'node:stream';

import { SUPPORT_CODE } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';

import { streamEvents } from '../../../../src/adapters/oidc/backchannel/request-endpoints.ts';
import { Failure } from '../../../../src/domain/failure.ts';
import { shownSupportCode } from '../../../../src/domain/support-code.ts';
import type { WatchEvent, Watcher } from '../../../../src/flows/polling/watch-request.ts';
import { DOMAIN } from '../../../flows/polling/open-backchannel.ts';

const PENDING: WatchEvent = {
  state: 'pending',
  stage: 'first-interaction',
  pendingText: 'first-interaction',
  hintCode: 'outstanding',
  qrData: 'qr',
  newAutoStartToken: undefined,
  verificationCode: undefined,
};

/** The answer to a request for a stream. */
async function watch(watchRequest: () => Promise<Watcher | undefined>) {
  const headers = new Map<string, string>();
  const ctx = {
    set: (name: string, value: string) => void headers.set(name, value),
    body: Readable.from([]),
  };
  const by = { issuer: DOMAIN.issuer, clientId: 'backend', channel: 'headless' } as const;
  // The code uses no other member.
  const noteRefusal = () => undefined;
  const request = { watchRequest, noteRefusal, requestId: 'request-1', by };
  const failure = await streamEvents(ctx as never, request).catch((error: unknown) => error);
  return { ...ctx, headers, failure };
}

/** A watcher that counts its calls of `leave`. */
function watcherOf(seen: readonly WatchEvent[]) {
  const left: string[] = [];
  const events = (async function* () {
    yield* seen;
  })();
  const leave = () => void left.push('left');
  return { left, watcher: { supportCode: SUPPORT_CODE, events, leave } };
}

function closed(stream: Readable): Promise<unknown> {
  return new Promise((resolve) => stream.once('close', resolve));
}

test('a stream that was read to its end releases its permit', async () => {
  const { left, watcher } = watcherOf([PENDING, { state: 'completed' }]);
  const { body, headers } = await watch(async () => watcher);
  expect(await body.toArray()).toEqual([
    'event: update\ndata: {"qrData":"qr","hintCode":"outstanding"}\n\n',
    'event: outcome\ndata: {"state":"completed"}\n\n',
  ]);
  if (!body.closed) await closed(body);
  expect(left).toEqual(['left']);
  expect(headers.get('Support-Code')).toBe(shownSupportCode(SUPPORT_CODE));
});

test('a stream that was not read releases its permit when the client disconnects', async () => {
  const { left, watcher } = watcherOf([PENDING]);
  const { body } = await watch(async () => watcher);
  const end = closed(body);
  body.destroy();
  await end;
  expect(left).toEqual(['left']);
});

test('one stream too many is refused with the pace for polling', async () => {
  const { failure, headers } = await watch(async () => {
    throw new Failure('too-many-requests', { values: { seconds: 5 } });
  });
  expect(failure).toMatchObject({ error: 'temporarily_unavailable', status: 429 });
  expect(headers.get('Retry-After')).toBe('5');
});
