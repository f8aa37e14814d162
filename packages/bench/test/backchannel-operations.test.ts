import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterEach, describe, expect, test } from '@jest/globals';

import { backchannelRequests } from '../src/drive/backchannel-requests.ts';
import { brokerLogins } from '../src/drive/broker-logins.ts';
import { peopleNumbers } from '../src/drive/people.ts';
import { makeCheckIdToken } from '../src/drive/token-checks.ts';
import { openWire } from '../src/drive/wire.ts';
import { makeClientKey } from '../src/environment/applications.ts';
import { pendingPolls } from '../src/operations/backchannel-operations.ts';
import { QUICK } from '../src/plan.ts';

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const closer of closers.splice(0)) closer();
});

describe('measured polls', () => {
  test('keep the interval of the service when a poll arrives late', async () => {
    const { port, polls } = await pacedService({ firstPollsLateMs: 250 });
    const [collecting, pending] = await pollsOf(port);
    await collecting.prepare?.();
    await collecting.run();
    const durations = await pending.run();
    expect(polls).toEqual({ pending: 4, tooSoon: 0 });
    // Without the pauses that keep the interval.
    expect(Math.max(...durations)).toBeLessThan(900);
  }, 20_000);
});

/** The two operations over two requests, without a database to measure. */
async function pollsOf(port: number) {
  const wire = openWire('bench.localhost', [port]);
  closers.push(() => wire.close());
  const deps = {
    wire,
    phoneUrl: `http://127.0.0.1:${port}`,
    people: peopleNumbers(2),
    checkIdToken: makeCheckIdToken({ keys: [] }),
  };
  const clientKey = await makeClientKey(() => 'assertion');
  let last = 0;
  return pendingPolls({
    plan: { ...QUICK, polls: 2 },
    subject: { pids: [], wire },
    service: {
      logins: brokerLogins(deps),
      backchannel: backchannelRequests({ ...deps, clientKey }),
    },
    nextNumber: () => {
      last += 1;
      return last;
    },
    authMethod: 'basic',
    name: 'client_secret_basic',
  });
}

/** A token endpoint that permits one poll a second. The first poll of each request is delayed, as by a busy machine. */
async function pacedService({ firstPollsLateMs }: { readonly firstPollsLateMs: number }) {
  const polls = { pending: 0, tooSoon: 0 };
  const polledAt = new Map<string, number>();
  let started = 0;
  const server = createServer(async (request, response) => {
    const body = new URLSearchParams(await text(request));
    const json = (status: number, answer: object) => {
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer));
    };
    if (request.url === '/headless/authorize') {
      started += 1;
      return json(200, { headless_req_id: `request-${started}`, acr_data: { qrData: 'qr' } });
    }
    const id = body.get('headless_req_id') ?? '';
    const last = polledAt.get(id);
    if (last === undefined) await new Promise((resolve) => setTimeout(resolve, firstPollsLateMs));
    const now = Date.now();
    const isTooSoon = last !== undefined && now - last < 1_000;
    polls[isTooSoon ? 'tooSoon' : 'pending'] += 1;
    if (!isTooSoon) polledAt.set(id, now);
    return json(400, { error: isTooSoon ? 'slow_down' : 'authorization_pending' });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closers.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, polls };
}
