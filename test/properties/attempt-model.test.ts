import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { makeEidGuard } from '../../src/adapters/eid/guarded-eid.ts';
import { silentLog } from '../../src/adapters/system/log.ts';
import type { PollAnswer } from '../../src/flows/polling/poll-request.ts';
import type { Authentications } from '../../src/ports/authentications.ts';
import {
  authenticationIdOf,
  HEADLESS,
  HEADLESS_START,
  openBackchannel,
} from '../flows/polling/open-backchannel.ts';
import { type Fate, type Mishap, type ModelEid, modelEid } from './model-eid.ts';

/**
 * One request with concurrent actions: the person approves or declines, clients poll several
 * replicas, the application cancels, time passes, sweeps run, answers are lost, late or repeated.
 * The scheduler delays every call to the store and to the eID, and every answer, in all orders.
 */
interface World {
  readonly backchannel: ReturnType<typeof openBackchannel>;
  readonly eid: ModelEid;
  readonly authenticationId: string;
  readonly requestId: string;
  readonly history: Done[];
  /** Grows with each call. */
  readonly tick: () => number;
  /** The times of the leases. */
  readonly leases: readonly Date[];
  readonly actions: Promise<unknown>[];
}

/** The state of the model; it prevents impossible actions. */
interface Model {
  isDecided: boolean;
}

/** One action: when it began and ended, and its answer. */
interface Done {
  readonly kind: 'poll' | 'cancel';
  readonly began: number;
  readonly ended: number;
  readonly answer: PollAnswer | undefined;
  /** Whether it yields a token. */
  readonly token: boolean;
}

type Command = fc.AsyncCommand<Model, World>;

const STORE = [
  ...(['find', 'poll', 'acquireLease', 'recordPending', 'recordOutcome', 'abandon'] as const),
  ...(['abandonExpired', 'consumeEnding', 'consumeResult'] as const),
] satisfies readonly (keyof Authentications)[];

/** Counts the actions, so that their order is known. */
function counter(): () => number {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
}

/** The person decides, once. */
function decide(fate: Exclude<Fate, 'cancelled'>): Command {
  return {
    toString: () => fate,
    check: ({ isDecided }) => !isDecided,
    async run(model, { eid }) {
      model.isDecided = true;
      eid.decide(fate);
    },
  };
}

/** Begins an action that takes time. */
function begin(name: string, act: (world: World) => Promise<unknown>): Command {
  return {
    toString: () => name,
    check: () => true,
    async run(_, world) {
      world.actions.push(act(world));
    },
  };
}

const COMMANDS = [
  fc.constant(decide('approved')),
  fc.constant(decide('declined')),
  ...Array.from({ length: 6 }, () => fc.constant(begin('poll', poll))),
  fc.constant(begin('cancel', cancel)),
  fc.constant(begin('sweep', ({ backchannel }) => backchannel.abandonExpired())),
  ...[1, 2, 2, 2, 11, 118].map((seconds) =>
    fc.constant(begin(`${seconds} s`, async ({ backchannel }) => backchannel.advance(seconds))),
  ),
  ...(['lost', 'repeated', 'unavailable'] as const).map((mishap: Mishap) =>
    fc.constant(begin(mishap, async ({ eid }) => eid.willMishap(mishap))),
  ),
];

async function poll({ backchannel, requestId, history, tick }: World): Promise<void> {
  const began = tick();
  const answer = await backchannel.pollRequest(requestId, HEADLESS);
  const token =
    answer.state === 'identified' &&
    (await backchannel.consumeResult(answer.authentication.id, HEADLESS));
  history.push({ kind: 'poll', began, ended: tick(), answer, token });
}

async function cancel({ backchannel, requestId, history, tick }: World): Promise<void> {
  const began = tick();
  await backchannel.cancelRequest(requestId, HEADLESS);
  const none = { answer: undefined, token: false };
  history.push({ kind: 'cancel', began, ended: tick(), ...none });
}

/** Delays every call of these methods, and every answer. */
function delayed<Port extends object>(
  s: fc.Scheduler,
  real: Port,
  methods: readonly (keyof Port & string)[],
): Port {
  const late = methods.map((name) => {
    const method = real[name] as (...args: unknown[]) => Promise<unknown>;
    const call = async (...args: unknown[]) => {
      await s.schedule(Promise.resolve(), name);
      const answer = method.apply(real, args);
      // The caller sees a failure only when it arrives.
      answer.catch(() => undefined);
      await s.schedule(Promise.resolve(), `${name} answers`);
      return answer;
    };
    return [name, call];
  });
  return { ...real, ...Object.fromEntries(late) };
}

/** The request is started; from then on every call is delayed. */
async function openWorld(s: fc.Scheduler): Promise<World> {
  let eid: ModelEid | undefined;
  const delays = { isOn: false };
  const whenDelaying = <Port extends object>(real: Port, late: Port): Port =>
    new Proxy(real, { get: (_, name) => Reflect.get(delays.isOn ? late : real, name) });
  const leases: Date[] = [];
  const recordingLeases = (real: Authentications): Authentications => ({
    ...real,
    async acquireLease(id, at) {
      const lease = await real.acquireLease(id, at);
      if (lease !== undefined) leases.push(at.now);
      return lease;
    },
  });
  const backchannel = openBackchannel({
    authentications: (real) => whenDelaying(real, delayed(s, recordingLeases(real), STORE)),
    eid: (clock) => {
      eid = modelEid();
      const stopwatch = () => () => 0;
      const metrics = { eidCalled: () => undefined, circuitChanged: () => undefined };
      const guard = makeEidGuard({ clock, stopwatch, metrics, log: silentLog });
      const setting = { eid: 'xx-model', tenantId: 'tenant-1', environment: 'test' } as const;
      const order = whenDelaying(eid, delayed<ModelEid>(s, eid, ['collect', 'cancel']));
      return guard({ order }, setting).order ?? order;
    },
  });
  const { requestId } = await backchannel.startHeadless(HEADLESS_START);
  if (eid === undefined) throw new Error('no eID was opened');
  delays.isOn = true;
  const authenticationId = authenticationIdOf(requestId);
  return {
    backchannel,
    eid,
    authenticationId,
    requestId,
    leases,
    history: [],
    actions: [],
    tick: counter(),
  };
}

/** A final state never changes. */
let watch: () => Promise<void> = async () => undefined;
const scheduler = fc.scheduler({
  act: async (run) => {
    await run();
    await watch();
  },
});

function invariants({ backchannel, authenticationId }: World): () => Promise<void> {
  let final: string | undefined;
  return async () => {
    const progress = (await backchannel.authentications.find(authenticationId))?.progress;
    if (progress === undefined || progress.state === 'pending') return;
    final ??= JSON.stringify(progress);
    expect(JSON.stringify(progress)).toBe(final);
    expect(backchannel.authentications.events).toHaveLength(1);
  };
}

test('one request with concurrent actions has one end, one event and one token at most', async () => {
  await fc.assert(
    fc.asyncProperty(
      scheduler,
      fc.commands([...COMMANDS], { maxCommands: 20, size: 'max' }),
      async (s, commands) => {
        const world = await openWorld(s);
        watch = invariants(world);
        await fc.scheduledModelRun(
          s,
          () => ({ model: { isDecided: false }, real: world }),
          commands,
        );
        await s.waitFor(Promise.all(world.actions));
        world.backchannel.advance(121);
        await s.waitFor(world.backchannel.abandonExpired());
        // The next poll ends an attempt that expired long ago.
        await s.waitFor(poll(world));
        await expectHistory(world);
      },
    ),
    { numRuns: 300 },
  );
});

/** The result that must hold. */
async function expectHistory({
  backchannel,
  eid,
  authenticationId,
  history,
  leases,
}: World): Promise<void> {
  const authentication = await backchannel.authentications.find(authenticationId);
  const progress = authentication?.progress;
  if (progress === undefined || progress.state === 'pending') throw new Error('it did not end');
  const outcome = progress.state === 'ended' ? progress.why : progress.state;
  expect(backchannel.authentications.events.map((event) => event.outcome)).toEqual([outcome]);

  const tokens = history.filter(({ token }) => token);
  const cancels = history.filter(({ kind }) => kind === 'cancel');
  expect(tokens.length).toBeLessThanOrEqual(1);
  if (progress.state === 'identified') expect(eid.fate).toBe('approved');
  for (const { began } of tokens) {
    expect(eid.fate).toBe('approved');
    expect(cancels.filter(({ ended }) => ended < began)).toEqual([]);
  }

  const endings = history.flatMap(({ answer }) => (answer?.state === 'ended' ? [answer.why] : []));
  expect(endings.length + tokens.length).toBeLessThanOrEqual(1);
  const isGivenUp = cancels.length > 0;
  if (endings.includes('declined')) expect(eid.fate === 'declined' || isGivenUp).toBe(true);
  for (const why of endings) expect(['declined', 'expired', 'lost']).toContain(why);

  const gaps = leases.slice(1).map((at, index) => at.getTime() - (leases[index]?.getTime() ?? 0));
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(2000);
}
