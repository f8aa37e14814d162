import { beforeEach, describe, expect, test } from '@jest/globals';

import type { Decision } from '../../src/world/login.ts';
import { makeLogins } from '../../src/world/logins.ts';
import { type Person, persons } from '../../src/world/persons.ts';

const T0 = new Date('2026-03-01T12:00:00.000Z');
const ABORTED: Decision = { kind: 'aborted' };

let now: Date;
let logins: ReturnType<typeof makeLogins>;
beforeEach(() => {
  now = T0;
  logins = makeLogins(() => now);
});

function personNamed(id: string): Person {
  const found = persons.find((person) => person.id === id);
  if (found === undefined) throw new Error(`no person ${id}`);
  return found;
}
const mari = personNamed('mari');
const jaan = personNamed('jaan');
const approvedAs = (person: Person): Decision => ({ kind: 'approved', person });

function decisionOf(person?: Person, profile = 'smart-id'): Decision | undefined {
  const facts = { clientId: 'broker', application: 'Shop', scope: '', level: 'high' };
  logins.start({ id: 'login', profile, ...facts, ...(person && { person }) });
  return logins.find('login')?.decision;
}

describe('a script of an eID', () => {
  test('approves logins of the person, and those that name nobody', () => {
    logins.script('smart-id', { decision: approvedAs(mari) });
    expect(decisionOf()).toEqual(approvedAs(mari));
    expect(decisionOf(mari)).toEqual(approvedAs(mari));
    expect(decisionOf(jaan)).toBeUndefined();
    expect(decisionOf(mari, 'mobile-id')).toBeUndefined();
  });

  test('has one behaviour for each person', () => {
    logins.script('smart-id', { decision: approvedAs(mari) });
    logins.script('smart-id', { decision: ABORTED, person: jaan });
    expect(decisionOf(mari)).toEqual(approvedAs(mari));
    expect(decisionOf(jaan)).toEqual(ABORTED);
    expect(decisionOf()).toEqual(approvedAs(mari));
  });

  test('ends logins by the word of the eID', () => {
    logins.script('smart-id', { decision: { kind: 'failed', word: 'WRONG_VC' } });
    expect(decisionOf(jaan)).toEqual({ kind: 'failed', word: 'WRONG_VC' });
  });

  test('without a person replaces all others', () => {
    logins.script('smart-id', { decision: ABORTED, person: jaan });
    logins.script('smart-id', { decision: undefined });
    expect(decisionOf(jaan)).toBeUndefined();
  });

  test('decides after the seconds in which the person hesitates', () => {
    logins.script('smart-id', { decision: approvedAs(mari), afterSeconds: 5 });
    expect(decisionOf()).toBeUndefined();
    now = new Date(T0.getTime() + 4_999);
    expect(logins.pending()).toHaveLength(1);
    now = new Date(T0.getTime() + 5_000);
    expect(logins.pending()).toEqual([]);
    expect(logins.find('login')?.decision).toEqual(approvedAs(mari));
  });
});

describe('a long poll', () => {
  test('ends with the decision', async () => {
    decisionOf();
    const answer = logins.decided('login', 60_000);
    logins.decide('login', ABORTED);
    expect((await answer)?.decision).toEqual(ABORTED);
  });

  test('ends undecided after its time, and at the signal', async () => {
    decisionOf();
    expect(await logins.decided('login', 40)).not.toHaveProperty('decision');
    const stop = new AbortController();
    const answer = logins.decided('login', 60_000, stop.signal);
    stop.abort();
    expect(await answer).not.toHaveProperty('decision');
    expect(await logins.decided('another', 60_000)).toBeUndefined();
  });
});

test('a login for a named person is approved by nobody else', () => {
  decisionOf(jaan);
  expect(() => logins.decide('login', approvedAs(mari))).toThrow('for another person');
});
