import { at, SUPPORT_CODE } from '@eid-broker/testing/sample-authentication';
import { beforeEach, expect, test } from '@jest/globals';

import { makeNoteSteps, type NotedSteps } from '../../src/management/logins/note-steps.ts';
import type { RefusedRequest, TimelineNote } from '../../src/ports/login-timelines.ts';

let seconds: number;
let stored: TimelineNote[];
let refused: RefusedRequest[];
let held: (note: TimelineNote) => boolean;
let isAway: boolean;
let notes: NotedSteps;
beforeEach(() => {
  seconds = 0;
  stored = [];
  refused = [];
  held = () => false;
  isAway = false;
  notes = makeNoteSteps({
    loginTimelines: {
      async note(given) {
        if (isAway) throw new Error('away');
        stored.push(...given.filter((one) => !held(one)));
        return given.filter(held);
      },
      async refused(given) {
        refused.push(...given);
      },
    },
    clock: () => at(seconds),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
});

function page(loginId: string, state: string): TimelineNote {
  return { tenantId: 'demo', login: { loginId }, step: { at: 0, what: 'page', page: state } };
}

function request(tenantId = 'demo'): RefusedRequest {
  return {
    tenantId,
    code: SUPPORT_CODE,
    issuer: 'https://login.example.com',
    clientId: undefined,
    channel: 'browser',
    acr: undefined,
    state: undefined,
    reference: undefined,
    step: { at: 0, what: 'refused', key: 'client-unknown', endpoint: 'authorization' },
  };
}

test('a page that reloads itself is one step', async () => {
  for (const state of ['scan', 'scan', 'app', 'app', 'scan']) notes.note(page('one', state));
  notes.note(page('two', 'scan'));
  await notes.flush();
  expect(stored).toEqual([
    page('one', 'scan'),
    page('one', 'app'),
    page('one', 'scan'),
    page('two', 'scan'),
  ]);
});

test('a note of a row that another statement holds is stored by the next flush', async () => {
  held = () => true;
  notes.note(page('one', 'scan'));
  await notes.flush();
  expect(stored).toEqual([]);
  held = () => false;
  await notes.flush();
  await notes.flush();
  expect(stored).toEqual([page('one', 'scan')]);
});

test('notes wait while the database is away', async () => {
  isAway = true;
  notes.note(page('one', 'scan'));
  await expect(notes.flush()).rejects.toThrow('away');
  isAway = false;
  await notes.flush();
  expect(stored).toHaveLength(1);
});

test('refused requests are stored within a limit for an address and for a tenant', async () => {
  for (let asked = 0; asked < 30; asked += 1) notes.refused(request(), '192.0.2.1');
  await notes.flush();
  expect(refused).toHaveLength(10);
  for (let asked = 0; asked < 400; asked += 1)
    notes.refused(request(), `198.51.100.${asked % 200}`);
  await notes.flush();
  expect(refused).toHaveLength(200);
  notes.refused(request('acme'), '192.0.2.1');
  seconds = 60;
  notes.refused(request(), '192.0.2.1');
  await notes.flush();
  expect(refused).toHaveLength(202);
});

test('an application that authenticated does not use the limit of its address', async () => {
  for (let asked = 0; asked < 30; asked += 1) notes.refused(request(), '192.0.2.1');
  for (let asked = 0; asked < 70; asked += 1) {
    notes.refused({ ...request(), clientId: 'shop', isAuthenticated: true }, '192.0.2.1');
  }
  await notes.flush();
  expect(refused).toHaveLength(10 + 60);
});

test('a flush resolves when the notes that another flush took are stored', async () => {
  const order: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = makeNoteSteps({
    loginTimelines: {
      async note(given) {
        if (given.length > 0) await released;
        order.push(`stored ${given.length}`);
        return [];
      },
      refused: async () => undefined,
    },
    clock: () => at(0),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  slow.note(page('one', 'scan'));
  const first = slow.flush();
  const second = slow.flush().then(() => void order.push('resolved'));
  release();
  await Promise.all([first, second]);
  expect(order).toEqual(['stored 1', 'stored 0', 'resolved']);
});
