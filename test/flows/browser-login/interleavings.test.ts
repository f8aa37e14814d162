import { PERSON } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { type Authentication, mayBeConsumed } from '../../../src/domain/authentication.ts';
import { Failure } from '../../../src/domain/failure.ts';
import type { Progress } from '../../../src/domain/progress.ts';
import type { Authentications } from '../../../src/ports/authentications.ts';
import { LOGIN, openFlows, USER_AGENT } from '../../support/flows.ts';
import { OUTSTANDING, type Scripted } from '../../support/scripted-eid.ts';

type Flows = ReturnType<typeof openFlows>;
type Watch = { check(): Promise<void> };

const ANSWERS: readonly Scripted<Progress>[] = [
  OUTSTANDING,
  { state: 'pending', stage: 'identification', hintCode: 'userSign' },
  { state: 'identified', identity: PERSON },
  { state: 'identified', identity: PERSON },
  { state: 'ended', why: 'declined', hintCode: 'userCancel' },
  { state: 'ended', why: 'not-opened', hintCode: 'startFailed' },
  new Failure('eid-unavailable'),
  new Failure('eid-refused-request'),
];

/** The actions of browsers and tabs on one login, and of time. */
const STEPS = {
  snapshot: ({ advanceLogin }: Flows) => advanceLogin(LOGIN, USER_AGENT),
  start: ({ startLogin }: Flows) => startLogin(LOGIN, USER_AGENT, 'same'),
  cancel: ({ cancelLogin }: Flows) => cancelLogin(LOGIN),
  returnHere: (flows: Flows) => returnToLogin(flows, true),
  returnElsewhere: (flows: Flows) => returnToLogin(flows, false),
  wait: async ({ advance }: Flows) => advance(2),
  waitLong: async ({ advance }: Flows) => advance(11),
} as const;
const steps = fc.constantFrom(
  ...([
    'snapshot',
    'start',
    'cancel',
    'returnHere',
    'returnElsewhere',
    'wait',
    'waitLong',
  ] as const),
  ...(['take', 'take', 'take', 'snapshot', 'wait'] as const),
);

/** Checked after each action: set anew for each run of the property. */
let watch: Watch = { check: async () => undefined };
const scheduler = fc.scheduler({
  act: async (run) => {
    await run();
    await watch.check();
  },
});

test.each(['same', 'other'] as const)(
  'in any order of events a result is consumed at most once, and final states stay (%s device)',
  async (acrDevice) => {
    await fc.assert(
      fc.asyncProperty(
        scheduler,
        fc.array(steps, { minLength: 3, maxLength: 18 }),
        fc.array(fc.constantFrom(...ANSWERS), { maxLength: 6 }),
        async (s, story, answers) => {
          const consumedAuthentications: Authentication[] = [];
          const flows = openFlows({
            acrDevice,
            eid: (real) => interleaved(s, real, ['start', 'collect', 'cancel']),
            authentications: (real) => interleaved(s, real, METHODS),
          });
          flows.eid.willCollect(...answers);
          watch = invariants(flows, consumedAuthentications);

          await s.waitFor(flows.startLogin(LOGIN, USER_AGENT, acrDevice));
          const actions = story.map(async (step) => {
            await s.schedule(Promise.resolve(), step);
            if (step === 'take') await take(flows, consumedAuthentications);
            else await STEPS[step](flows);
          });
          await s.waitFor(Promise.all(actions));
          await watch.check();
        },
      ),
      { numRuns: 150 },
    );
  },
);

const METHODS = [
  'begin',
  'find',
  'findLatest',
  'acquireLease',
  'recordPending',
  'recordOutcome',
  'recordReturn',
  'consumeResult',
] as const satisfies readonly (keyof Authentications)[];

/**
 * Acts as the pages and the library do: the result of a finished login is consumed, then checked
 * again.
 */
async function take(flows: Flows, consumedAuthentications: Authentication[]): Promise<void> {
  const view = await flows.advanceLogin(LOGIN, USER_AGENT);
  if (view.step !== 'finished') return;
  const taken = await flows.authentications.consumeResult((await flows.latest()).id, flows.clock());
  if (taken !== undefined) consumedAuthentications.push(taken);
}

async function returnToLogin(flows: Flows, startedHere: boolean): Promise<void> {
  const { returnNonce: nonce = '', browserSecret: own } = await flows.latest();
  const browserSecret = startedHere ? own : undefined;
  await flows.returnToLogin({ loginId: LOGIN.id, nonce, browserSecret });
}

/** Each call is delayed until the scheduler runs it. */
function interleaved<Port extends object>(
  s: fc.Scheduler,
  real: Port,
  methods: readonly (keyof Port & string)[],
): Port {
  const scheduled = methods.map((name) => {
    const method = real[name] as (...args: unknown[]) => Promise<unknown>;
    const later = (...args: unknown[]) =>
      s.schedule(Promise.resolve(), name).then(() => method.apply(real, args));
    return [name, later];
  });
  return { ...real, ...Object.fromEntries(scheduled) };
}

/** The invariants, at every moment. */
function invariants(
  { authentications }: Flows,
  consumedAuthentications: readonly Authentication[],
): Watch {
  const finals = new Map<string, string>();
  const returns = new Map<string, string>();

  return {
    async check() {
      const attempts = await allAuthentications(authentications);
      const pending = attempts.filter(({ progress }) => progress.state === 'pending');
      expect(pending.length).toBeLessThanOrEqual(1);
      for (const { id, progress, returned } of attempts) {
        if (progress.state !== 'pending') expectFirst(finals, id, JSON.stringify(progress));
        if (returned !== undefined) expectFirst(returns, id, returned);
      }
      expect(new Set(consumedAuthentications.map(({ id }) => id)).size).toBe(
        consumedAuthentications.length,
      );
      for (const taken of consumedAuthentications) expect(mayBeConsumed(taken)).toBe(true);
    },
  };
}

function expectFirst(known: Map<string, string>, id: string, value: string): void {
  expect(value).toBe(known.get(id) ?? value);
  known.set(id, value);
}

/** The attempts that were stored, found by the ids of the flows. */
async function allAuthentications(authentications: Authentications): Promise<Authentication[]> {
  const ids = Array.from({ length: 60 }, (_, index) => `id-${index + 1}`);
  const found = await Promise.all(ids.map((id) => authentications.find(id)));
  return found.filter((authentication) => authentication !== undefined);
}
