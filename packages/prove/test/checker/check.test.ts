import { describe, expect, test } from '@jest/globals';

import { check } from '../../src/checker/check.ts';
import { type Facts, NO_FACTS } from '../../src/checker/facts.ts';
import type { HistoryEvent, NewEvent, OutcomeEvent } from '../../src/history/event.ts';

const EXPECTED = {
  ssn: '191212121212',
  aud: 'prove-web',
  acr: 'urn:grn:authn:xx:some-eid',
  nonce: 'nonce-1',
};
const TOKEN = {
  ...EXPECTED,
  sessionindex: 'session-1',
  kid: 'key-1',
  verified: true,
  expiresAt: 90_000,
};
const DENIED = { error: 'access_denied', description: 'user declined' };

type Timed = readonly [at: number, happening: NewEvent];

describe('a history without a fault', () => {
  test('has no violation', () => {
    expect(broken(LOGIN)).toEqual([]);
    expect(broken(LOGIN, FACTS)).toEqual([]);
  });

  test('has no violation when the person declines or leaves', () => {
    expect(broken([...begun, person(3, 'declined'), ...ended(5, DENIED)])).toEqual([]);
    expect(broken([...begun, person(3, 'left')])).toEqual([]);
  });
});

describe('I1', () => {
  test('reports a code that was consumed twice', () => {
    const again = answer(9, 'token', { type: 'ok', spent: ['code:a'] }, 2);
    expect(broken([...LOGIN, ...again])).toEqual(['I1 code:a was consumed 2 times']);
  });
});

describe('I2', () => {
  test('reports a token without an approval', () => {
    const unapproved = LOGIN.filter(([, { type }]) => type !== 'person');
    expect(broken(unapproved)).toEqual(['I2 a token without approval']);
  });

  test.each(['declined', 'cancelled'] as const)('reports a token after it was %s', (did) => {
    expect(broken([...begun, ...approved, person(4.5, did), ...done])).toEqual([
      `I2 a token although ${did}`,
    ]);
  });

  test('reports a token after the client got an expiry', () => {
    const expired = answer(4, 'poll', { type: 'refused', error: 'expired_token' });
    expect(broken([...begun, ...approved, ...expired, ...done])).toEqual([
      'I2 a token although expired',
    ]);
    // Of two parallel polls either may get it.
    const meanwhile = answer(4.95, 'poll', { type: 'refused', error: 'expired_token' });
    expect(broken([...begun, ...approved, ...meanwhile, ...done])).toEqual([]);
  });

  test('accepts a token in transit during the cancellation', () => {
    expect(broken([...begun, ...approved, ...done, person(5.5, 'cancelled')])).toEqual([]);
  });
});

describe('I3', () => {
  test('reports a stage that goes back', () => {
    const back = answer(4, 'poll', { type: 'refused', stage: 'first-interaction' });
    expect(broken([...LOGIN, ...back])).toEqual([
      'I3 first-interaction was reported after identification',
    ]);
  });

  test('reports an end that is reported twice with different errors', () => {
    const over = answer(9, 'poll', { type: 'refused', stage: 'ended' });
    expect(broken([...LOGIN, ...over])).toEqual(['I3 both done and ended were reported']);
  });
});

describe('I4', () => {
  test.each(['ssn', 'aud', 'acr', 'nonce'] as const)('reports a token with another %s', (name) => {
    const swapped = { token: { ...TOKEN, [name]: 'other' } };
    expect(broken([...begun, ...approved, given, outcome(6, swapped)])).toEqual([
      `I4 ${name} is other instead of ${EXPECTED[name]}`,
    ]);
  });
});

describe('I4 too', () => {
  test('reports an attacker with data of another login', () => {
    const stolen = answer(9, 'steal', {
      type: 'ok',
      breach: 'another application redeemed the code',
    });
    expect(broken([...LOGIN, ...stolen])).toEqual(['I4 another application redeemed the code']);
  });
});

describe('I5', () => {
  const LOST = { error: 'server_error', description: 'the answer of the eID was lost' };

  test('reports an approval without a result', () => {
    expect(broken([...begun, ...approved, ...ended(6, LOST)])).toEqual([
      'I5 approved, and the client got server_error: the answer of the eID was lost',
    ]);
    expect(broken([...begun, ...approved, fault(100, 'F4', 'begin')])).toEqual([
      'I5 approved, and the client got no outcome',
    ]);
  });

  test('reports a decline that the client did not get', () => {
    expect(broken([...begun, person(3, 'declined'), ...ended(6, LOST)])).toEqual([
      'I5 declined, and the client got server_error: the answer of the eID was lost',
    ]);
  });

  test('accepts a lost response of the eID during a fault', () => {
    const faults = [fault(2, 'F14', 'begin'), fault(5, 'F14', 'end')];
    expect(broken([...faults, ...begun, ...approved, ...ended(6, LOST)])).toEqual([]);
  });

  test('accepts a lost response with the result during a fault', () => {
    const faults = [fault(4, 'F1', 'begin'), fault(4.1, 'F1', 'end')];
    const lost = answer(5, 'poll', { type: 'unknown' });
    const over = { error: 'invalid_grant', description: 'over' };
    expect(broken([...faults, ...begun, ...approved, ...lost, ...ended(10, over)])).toEqual([]);
  });
});

describe('I6', () => {
  const open = (at: number, ...refs: string[]): Timed => [
    at * 1000,
    { type: 'orders', open: refs.map((orderRef) => ({ orderRef, login: 1 })) },
  ];

  test('reports two orders that stay open', () => {
    expect(broken([...LOGIN, open(10, 'a', 'b'), open(21, 'a', 'b')])).toEqual([
      'I6 two orders were open at the eID',
    ]);
    expect(broken([...LOGIN, open(10, 'a', 'b'), open(11, 'b')])).toEqual([]);
  });

  test('reports the open order of an abandoned login', () => {
    const cancelled = [...begun, person(3, 'cancelled'), ...ended(4, DENIED)];
    expect(broken([...cancelled, open(15, 'a')])).toEqual([
      'I6 the order of a cancelled login stayed open',
    ]);
    expect(broken([...cancelled, open(13, 'a'), open(15)])).toEqual([]);
  });
});

describe('I7', () => {
  test('reports a token and an attempt without an event', () => {
    expect(broken(LOGIN, { ...FACTS, events: [OTHER_EVENT] })).toEqual([
      'I7 a token with no event',
      'I7 attempt attempt-… is identified, with no event',
    ]);
  });

  test('reports an event with another outcome', () => {
    const events = FACTS.events.map((event) => ({ ...event, outcome: 'declined' }));
    expect(broken(LOGIN, { ...FACTS, events })).toEqual([
      'I7 a token with 1 events: declined',
      'I7 attempt attempt-… is identified, with 1 events: declined',
    ]);
  });

  test('reports a broken chain', () => {
    expect(broken([], { ...NO_FACTS, chainFaults: ['event 7 is missing'] })).toEqual([
      'I7 event 7 is missing',
    ]);
  });
});

describe('I8', () => {
  test('reports a personal number in a log', () => {
    const leaks = [{ where: 'replica 1, line 7', what: 'a personal number' }];
    expect(broken([], { ...NO_FACTS, leaks })).toEqual([
      'I8 replica 1, line 7 contains a personal number',
    ]);
  });
});

describe('I9', () => {
  const sample = (minutes: number, rssMb: number, sockets = 10): Timed => [
    minutes * 60_000,
    { type: 'sample', replica: 'a', rssMb, sockets },
  ];

  test('reports growing memory', () => {
    const samples = (mb: (minute: number) => number) =>
      Array.from({ length: 13 }, (_, minute) => sample(minute, mb(minute)));
    expect(broken(samples((minute) => 100 + Math.min(minute, 3) * 20))).toEqual([]);
    expect(broken(samples((minute) => 100 + minute * 20))).toEqual([
      'I9 replica a grew from 180 to 320 MB',
    ]);
  });

  test('reports a replica that exits by itself', () => {
    expect(
      broken([], { ...NO_FACTS, unexpectedExits: ['replica-1 ended by itself with 1'] }),
    ).toEqual(['I9 replica-1 ended by itself with 1']);
  });

  test('reports an unbounded number of sockets', () => {
    expect(broken([sample(0, 100, 501)])).toEqual(['I9 replica a has 501 sockets']);
  });

  test('reports event loops with a constant delay', () => {
    const delayed = (loopDelayMs: number, queuedMs = 0): readonly Timed[] =>
      Array.from({ length: 12 }, (_, at) => [
        at * 5_000,
        { type: 'sample', replica: 'a', rssMb: 100, sockets: 10, loopDelayMs, queuedMs },
      ]);
    expect(broken(delayed(100))).toEqual([]);
    expect(broken(delayed(120))).toEqual(['I9 event loops were delayed by 120 ms']);
    expect(broken(delayed(120, 300))).toEqual([]);
    const frozen = [fault(0, 'F3', 'begin'), fault(60, 'F3', 'end')];
    expect(broken([...frozen, ...delayed(120)])).toEqual([]);
  });

  test('reports rows that were not purged', () => {
    expect(broken([], { ...NO_FACTS, overdueRows: { artifact: 3, rate_limit: 0 } })).toEqual([
      'I9 artifact keeps 3 rows too long',
    ]);
  });
});

describe('I10', () => {
  test('reports a response with a stack trace', () => {
    const bad = answer(7, 'poll', { type: 'refused', malformed: 'a stack' });
    expect(broken([...LOGIN, ...bad])).toEqual(['I10 a stack']);
  });

  test('reports a response without a trace id', () => {
    const bare = answer(7, 'poll', { type: 'refused', isTraceless: true });
    expect(broken([...LOGIN, ...bare])).toEqual(['I10 the response to poll has no trace id']);
  });

  test('reports a missing response without a fault', () => {
    const none = answer(7, 'page', { type: 'unknown' });
    expect(broken([...LOGIN, ...none])).toEqual(['I10 no response to page']);
    const killed = [fault(6, 'F1', 'begin'), fault(6, 'F1', 'end')];
    expect(broken([...killed, ...LOGIN, ...none])).toEqual([]);
  });
});

describe('I11', () => {
  test('reports an invalid signature', () => {
    const forged = { token: { ...TOKEN, verified: false } };
    expect(broken([...begun, ...approved, given, outcome(6, forged)])).toEqual([
      'I11 the signature does not verify',
    ]);
  });

  test('reports a key that is withdrawn during the life of its tokens', () => {
    const keys = (at: number, ...kids: string[]): Timed => [at * 1000, { type: 'keys', kids }];
    expect(broken([...LOGIN, keys(20, 'key-2', 'key-1'), keys(91, 'key-2')])).toEqual([]);
    expect(broken([...LOGIN, keys(20, 'key-2')])).toEqual([
      'I11 its key key-1… is no longer published',
    ]);
  });
});

describe('I12', () => {
  test('reports a 5xx while two releases serve', () => {
    const faults = [
      fault(0, 'F27 old beside new', 'begin'),
      fault(60, 'F27 old beside new', 'end'),
    ];
    const bad = answer(7, 'page', { type: 'failed', status: 500 });
    expect(broken([...faults, ...LOGIN, ...bad])).toEqual([
      'I12 500 while two releases serve',
      'I14 500 to page without a fault',
    ]);
  });
});

describe('I12 too', () => {
  const faults = [fault(0, 'F27', 'begin'), fault(60, 'F27', 'end')];
  const hops = (count: number) =>
    Array.from({ length: count }, (_, at) => answer(7 + at, 'resume', { type: 'ok' })).flat();

  test('reports a redirect loop of a browser', () => {
    expect(broken([...faults, ...LOGIN, ...hops(3)])).toEqual([]);
    expect(broken([...faults, ...LOGIN, ...hops(4)])).toEqual([
      'I12 a browser was redirected in a loop 4 times',
    ]);
  });
});

describe('I13', () => {
  const hurried = { type: 'refused', error: 'slow_down' } as const;

  test('reports slow_down for a client that keeps the interval', () => {
    expect(broken([...LOGIN, ...answer(17, 'poll', hurried)])).toEqual([
      'I13 slow_down for a client that kept the interval',
    ]);
  });

  test('accepts slow_down for a client that polls too fast', () => {
    const first = answer(17, 'poll', { type: 'refused' });
    expect(broken([...LOGIN, ...first, ...answer(17.5, 'poll', hurried)])).toEqual([]);
  });
});

describe('I14', () => {
  test('reports a denial without a decline', () => {
    expect(broken([...begun, ...ended(5, DENIED)])).toEqual([
      'I14 denied (user declined), and the person did not decline',
    ]);
  });

  test('reports it also during a fault', () => {
    const faults = [fault(0, 'F10', 'begin'), fault(9, 'F10', 'end')];
    expect(broken([...faults, ...begun, ...ended(5, DENIED)])).toEqual([
      'I14 denied (user declined), and the person did not decline',
    ]);
  });

  test('accepts a denial for an expired login without an approval', () => {
    const expired = { error: 'access_denied', description: 'the request expired' };
    expect(broken([...begun, ...ended(5, expired)])).toEqual([]);
  });

  test('accepts a denial after a cancellation with a lost response', () => {
    expect(broken([...begun, person(4, 'cancelling'), ...ended(5, DENIED)])).toEqual([]);
  });

  test('accepts that two orders of one person cancel each other after a lost start', () => {
    const newer = { error: 'access_denied', description: 'cancelled by a newer request' };
    const what = 'I14 denied (cancelled by a newer request), and the person did not decline';
    expect(broken([...begun, ...ended(5, newer)])).toEqual([what]);
    const killed = [fault(0, 'F1', 'begin'), fault(1, 'F1', 'end')];
    expect(broken([...killed, ...begun, ...ended(5, newer)])).toEqual([what]);
    const lost = answer(2, 'page', { type: 'unknown' });
    expect(broken([...killed, ...begun, ...lost, ...ended(5, newer)])).toEqual([]);
  });

  test('accepts 503 from a machine that is short of CPU', () => {
    const bad = answer(7, 'poll', { type: 'failed', status: 503 });
    const sample = (queuedMs: number): Timed => [
      9_000,
      { type: 'sample', replica: 'a', rssMb: 100, sockets: 10, queuedMs },
    ];
    expect(broken([...LOGIN, ...bad, sample(2_000)])).toEqual([]);
    expect(broken([...LOGIN, ...bad, sample(1_000)])).toEqual(['I14 503 to poll without a fault']);
  });

  test('reports 503 without a fault', () => {
    const bad = answer(7, 'poll', { type: 'failed', status: 503 });
    expect(broken([...LOGIN, ...bad])).toEqual(['I14 503 to poll without a fault']);
    const faults = [fault(5, 'F4', 'begin'), fault(6, 'F4', 'end')];
    expect(broken([...faults, ...LOGIN, ...bad])).toEqual([]);
  });
});

test('reports each violation with the events that show it', () => {
  const swapped = { token: { ...TOKEN, ssn: 'other' } };
  const results = check(events([...begun, ...approved, given, outcome(6, swapped)]), NO_FACTS);
  const [violation] = results.flatMap(({ violations }) => violations);
  expect(violation).toMatchObject({ login: 1 });
  expect(violation?.events.map(({ type, at }) => `${at} ${type}`)).toEqual([
    '3000 person',
    '3010 person',
    '6000 outcome',
  ]);
});

/** The checker's findings, as `I1 what`. */
function broken(happenings: readonly Timed[], facts: Facts = NO_FACTS): readonly string[] {
  return check(events(happenings), facts).flatMap(({ invariant, violations }) =>
    violations.map(({ what }) => `${invariant.name} ${what}`),
  );
}

function events(happenings: readonly Timed[]): readonly HistoryEvent[] {
  return [...happenings]
    .sort(([one], [other]) => one - other)
    .map(([at, happening]) => ({ at, ...happening }));
}

function person(seconds: number, did: 'declined' | 'cancelling' | 'cancelled' | 'left'): Timed {
  return [seconds * 1000, { type: 'person', login: 1, did }];
}

function fault(seconds: number, name: string, phase: 'begin' | 'end'): Timed {
  return [seconds * 1000, { type: 'fault', name, phase }];
}

function outcome(seconds: number, got: OutcomeEvent['got']): Timed {
  return [seconds * 1000, { type: 'outcome', login: 1, flow: 'ciba', expected: EXPECTED, got }];
}

function ended(seconds: number, got: { error: string; description: string }): readonly Timed[] {
  return [outcome(seconds, got)];
}

/** A request a tenth of a second before its response. */
function answer(
  seconds: number,
  operation: string,
  said: Partial<Extract<NewEvent, { type: 'ok' | 'refused' | 'failed' | 'unknown' }>> & {
    readonly type: 'ok' | 'refused' | 'failed' | 'unknown';
  },
  login = 1,
): readonly [Timed, Timed] {
  const id = seconds * 100 + login;
  const common = { id, login, flow: 'ciba', operation, by: 'client' } as const;
  return [
    [seconds * 1000 - 100, { ...common, type: 'invoke' }],
    [seconds * 1000, { ...common, took: 100, ...said }],
  ];
}

const [sentAt, given] = answer(5, 'token', { type: 'ok', stage: 'done', spent: ['code:a'] });
const begun: readonly Timed[] = [
  ...answer(1, 'start', { type: 'ok' }),
  ...answer(2, 'poll', { type: 'refused', stage: 'identification' }),
];
const approved: readonly Timed[] = [
  [3000, { type: 'person', login: 1, did: 'approving', orderRef: 'a' }],
  [3010, { type: 'person', login: 1, did: 'approved', orderRef: 'a' }],
];
const done: readonly Timed[] = [sentAt, given, outcome(6, { token: TOKEN })];
const LOGIN: readonly Timed[] = [...begun, ...approved, ...done];

const OTHER_EVENT = {
  authenticationId: 'other',
  sessionindex: 'session-2',
  clientId: 'prove-web',
  outcome: 'identified',
};
const FACTS: Facts = {
  ...NO_FACTS,
  attempts: [{ id: 'attempt-1', state: 'identified', why: undefined }],
  events: [{ ...OTHER_EVENT, authenticationId: 'attempt-1', sessionindex: 'session-1' }],
};
