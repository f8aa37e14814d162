import { describe, expect, test } from '@jest/globals';

import { check } from '../../src/checker/check.ts';
import { NO_FACTS } from '../../src/checker/facts.ts';
import { SCENARIOS } from '../../src/faults/faults.ts';
import type { HistoryEvent } from '../../src/history/event.ts';
import { reportPage } from '../../src/report/report-page.ts';
import { summarize, tokensByAcr } from '../../src/report/summarize.ts';
import { terminalSummary } from '../../src/report/terminal-summary.ts';
import { verdictOf } from '../../src/report/verdict.ts';
import type { Proof } from '../../src/run.ts';

const COMMAND = 'npm run prove -- --seed 42';
const requested = { login: 1, flow: 'code', operation: 'token', by: 'client' } as const;
const TAKEN: readonly HistoryEvent[] = [
  { at: 100, type: 'invoke', id: 1, ...requested },
  { at: 150, type: 'ok', id: 1, ...requested, took: 50, spent: ['code:<a>'], stage: 'done' },
];
const TAKEN_TWICE: readonly HistoryEvent[] = [
  ...TAKEN,
  { at: 200, type: 'invoke', id: 2, ...requested },
  { at: 300, type: 'ok', id: 2, ...requested, took: 100, spent: ['code:<a>'], stage: 'done' },
];

describe('the verdict', () => {
  test('is good without a violation, when each fault was injected', () => {
    expect(verdictOf(proofOf(TAKEN))).toMatchObject({ isProven: true, texts: 'no violations' });
  });

  test('names the violated invariants', () => {
    expect(verdictOf(proofOf(TAKEN_TWICE))).toMatchObject({
      isProven: false,
      texts: '1 violation',
    });
  });

  test('names faults that were not injected, and those with an unexpected result', () => {
    const [first, second] = SCENARIOS;
    const proof = proofOf(TAKEN, { scenarios: [first!, second!] });
    const injected = {
      scenario: first!,
      began: 1,
      ended: 2,
      notes: [],
      incomplete: [],
      allottedMs: first!.seconds * 1000,
      broken: 'Error: it died',
      missed: undefined,
    };
    expect(verdictOf({ ...proof, faults: [injected] })).toMatchObject({
      isProven: false,
      texts: `no violations; 1 fault with an unexpected result; ${second!.id} not injected: the run ended first`,
    });
  });

  test('fails for a fault that cannot be injected here only when the options name it', () => {
    const [scenario] = SCENARIOS;
    const missed = {
      scenario: scenario!,
      began: 1,
      ended: 2,
      allottedMs: 60_000,
      notes: [],
      incomplete: [],
      broken: undefined,
    };
    const faults = [{ ...missed, missed: 'no mount' }];
    const asIs = { ...proofOf(TAKEN, { scenarios: [scenario!] }), faults };
    const texts = `no violations; ${scenario!.id} not injected: no mount`;
    expect(verdictOf(asIs)).toMatchObject({ isProven: true, texts });
    const named = { ...asIs, plan: { ...asIs.plan, wantsEach: true } };
    expect(verdictOf(named)).toMatchObject({ isProven: false, texts });
    const page = reportPage(asIs, { command: COMMAND, finishedAt: new Date(0) });
    expect(page).toContain('<b class="bad">not injected: no mount</b>');
    expect(page).toContain(`0 of ${new Set(SCENARIOS.map(({ id }) => id)).size} kinds of faults`);
  });
});

describe('the report', () => {
  test('shows a violation with the history of its login, the seed and the command', () => {
    const page = reportPage(proofOf(TAKEN_TWICE), {
      command: COMMAND,
      finishedAt: new Date('2026-11-21T20:00:00Z'),
    });
    expect(page).toContain('<h1>Not proven: 1 violation</h1>');
    expect(page).toContain('<summary>code:&lt;a&gt; was consumed 2 times (login 1)</summary>');
    expect(page.match(/<pre>[\s\S]*<\/pre>/)?.[0].split('\n')).toHaveLength(4);
    expect(page).toContain('seed 42');
    expect(page).toContain(`<code>${COMMAND}</code>`);
  });

  test('loads no other files', () => {
    const page = reportPage(proofOf(TAKEN), { command: COMMAND, finishedAt: new Date(0) });
    expect(page).not.toMatch(/(?:src|href)=|@import|url\(/);
  });

  test('counts and times requests', () => {
    expect(summarize(TAKEN_TWICE).operations).toEqual([
      {
        flow: 'code',
        operation: 'token',
        count: 2,
        ok: 2,
        refused: 0,
        failed: 0,
        unknown: 0,
        p50: 100,
        p95: 100,
        p99: 100,
        worst: 100,
      },
    ]);
  });

  test('shows how much was checked without a fault, and the faults injected in part', () => {
    const scenario = SCENARIOS.find(({ id }) => id === 'F24')!;
    const name = `${scenario.id} ${scenario.title}`;
    const proof = proofOf([
      { at: 5_000, type: 'sample', replica: 'a', rssMb: 1, sockets: 1 },
      { at: 21_000, type: 'fault', name, phase: 'begin' },
      { at: 28_000, type: 'fault', name, phase: 'end' },
      { at: 29_000, type: 'sample', replica: 'a', rssMb: 1, sockets: 1 },
      { at: 80_000, type: 'keys', kids: [] },
    ]);
    const made = { scenario, began: 21_000, ended: 28_000, notes: [], broken: undefined };
    const incomplete = ['injected 2 of 3, without 500 ms'];
    const describeEvent = {
      ...proof,
      faults: [{ ...made, allottedMs: 8_000, incomplete, missed: undefined }],
    };
    const calm =
      'Checked without a fault: 60 of 80 seconds (75 %); the event loops by 1 of 2 samples.';
    const lines = terminalSummary(describeEvent, COMMAND).split('\n');
    expect(lines[0]).toBe('PROVEN: no violations; partly injected: F24');
    expect(lines).toContain('  F24 partly injected: injected 2 of 3, without 500 ms');
    expect(lines).toContain(calm);
    expect(lines).toContain(`Shortened, in seconds: F24 8 of ${scenario.seconds}.`);
    const page = reportPage(describeEvent, { command: COMMAND, finishedAt: new Date(0) });
    expect(page).toContain(`<p>${calm}<br>Shortened`);
    expect(page).toContain('<b>partly injected: injected 2 of 3, without 500 ms</b>');
  });

  test('counts the tokens by acr value', () => {
    const expected = { ssn: '191212121212', aud: 'web', acr: 'urn:grn:authn:xx:some-eid' };
    const token = { ...expected, kid: 'key-1', verified: true, expiresAt: 90_000 };
    const outcome = { at: 400, type: 'outcome', login: 1, flow: 'code', expected } as const;
    const denied = { ...outcome, got: { error: 'access_denied' } };
    const given = { ...outcome, got: { token } };
    expect(tokensByAcr([])).toBe('none');
    expect(tokensByAcr([given, denied, given])).toBe('2 × urn:grn:authn:xx:some-eid');
    const lines = terminalSummary(proofOf([...TAKEN, given]), COMMAND).split('\n');
    expect(lines).toContain('Tokens: 1 × urn:grn:authn:xx:some-eid');
  });

  test('has a summary of a few lines for a terminal', () => {
    const lines = terminalSummary(proofOf(TAKEN_TWICE), COMMAND).split('\n');
    expect(lines[0]).toBe('NOT PROVEN: 1 violation');
    expect(lines).toContain('  I1: code:<a> was consumed 2 times (login 1)');
    expect(lines).toContain(`Again: ${COMMAND}`);
  });
});

function proofOf(events: readonly HistoryEvent[], plan: Partial<Proof['plan']> = {}): Proof {
  return {
    plan: {
      seed: 42,
      seconds: 1,
      people: 1,
      replicas: 1,
      scenarios: [],
      wantsEach: false,
      nodeArguments: [],
      historyFile: undefined,
      onProgress: () => undefined,
      ...plan,
    },
    results: check(events, NO_FACTS),
    faults: [],
    events,
    logins: 1,
    logs: {},
  };
}
