import { beforeEach, expect, test } from '@jest/globals';

import { eventStream } from '../../../../src/adapters/oidc/backchannel/event-stream.ts';
import type { WatchEvent } from '../../../../src/flows/polling/watch-request.ts';

let noted: Error[];
beforeEach(() => {
  noted = [];
});

async function written(...events: readonly WatchEvent[]): Promise<string[]> {
  const texts: string[] = [];
  for await (const text of eventStream(from(events), (error) => noted.push(error)))
    texts.push(text);
  return texts;
}

async function* from(events: readonly WatchEvent[]): AsyncGenerator<WatchEvent> {
  yield* events;
}

const PENDING = {
  state: 'pending',
  stage: 'first-interaction',
  pendingText: 'first-interaction',
  hintCode: 'outstandingTransaction',
  qrData: 'bankid.a.0.b',
  newAutoStartToken: undefined,
  verificationCode: undefined,
} as const;

test('updates carry the QR code and the hint, and the outcome comes last', async () => {
  expect(await written(PENDING, { state: 'completed' })).toEqual([
    'event: update\ndata: {"qrData":"bankid.a.0.b","hintCode":"outstandingTransaction"}\n\n',
    'event: outcome\ndata: {"state":"completed"}\n\n',
  ]);
});

test('an order that replaced the first one carries its token', async () => {
  expect(await written({ ...PENDING, qrData: 'bankid.c.0.d', newAutoStartToken: 'token' })).toEqual(
    [
      'event: update\ndata: {"qrData":"bankid.c.0.d","hintCode":"outstandingTransaction","autoStartToken":"token"}\n\n',
    ],
  );
});

test('an end has the error of a poll', async () => {
  expect(await written({ state: 'ended', why: 'expired', hintCode: 'expired' })).toEqual([
    'event: outcome\ndata: {"error":"expired_token","error_description":"the request expired","acr_data":{"hintCode":"expired"}}\n\n',
  ]);
});

test('a hint cannot end its field', async () => {
  const [text = ''] = await written({ ...PENDING, hintCode: 'a\n\nevent: outcome' });
  expect(text.split('\n')).toHaveLength(4);
});
