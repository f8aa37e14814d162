import type { Waiting } from '../drive/broker-logins.ts';
import { inParallel, pause } from '../drive/in-parallel.ts';
import { expectPending, type Proof, type WaitingRequest } from '../drive/polled-requests.ts';
import type { Operation, Subject } from '../measure/measure.ts';
import { type Plan, peopleOf } from '../plan.ts';
import type { ServiceDriver } from './drivers.ts';

interface Parts {
  readonly plan: Plan;
  readonly subject: Subject;
  readonly service: ServiceDriver;
  readonly nextNumber: () => number;
}

/** How long CIBA and headless wait between their polls together, in milliseconds. */
const BACKCHANNEL_WAITS = 4_000;
/** Polls of one request may come each second; the eID is asked each other second. */
const ROUND_MS = 1_060;
const AT_ONCE = 8;

/** CIBA and headless from start to tokens, and single polls of requests and pages that wait. */
export function backchannelOperations(parts: Parts): readonly Operation[] {
  const { plan, subject, service, nextNumber } = parts;
  const whole = (
    key: string,
    title: string,
    act: (number: number) => Promise<void>,
  ): Operation => ({
    key,
    title,
    subject,
    count: plan.backchannel,
    run: () => {
      // Nobody is called twice at once.
      const pace = { atOnce: Math.min(plan.atOnce, peopleOf(plan)), spreadMs: BACKCHANNEL_WAITS };
      return inParallel(plan.backchannel, pace, () => act(nextNumber()));
    },
  });
  return [
    whole('ciba', 'CIBA, one pending poll', service.backchannel.callPhone),
    whole('headless', 'headless, one pending poll', service.backchannel.showCode),
    ...pendingPolls({ ...parts, proof: 'basic', name: 'client_secret_basic' }),
    ...pendingPolls({ ...parts, proof: 'private_key_jwt', name: 'private_key_jwt' }),
    ...pageLooks(parts),
  ];
}

/** Every second poll of a request asks the eID; both kinds are measured, on the same requests. */
export function pendingPolls(
  parts: Parts & { readonly proof: Proof; readonly name: string },
): readonly [Operation, Operation] {
  const { plan, service, nextNumber, proof, name } = parts;
  return twoRounds<WaitingRequest>({
    ...parts,
    key: `poll-${proof}`,
    title: `pending poll, ${name}`,
    count: plan.polls,
    begin: () => service.backchannel.beginHeadless(nextNumber(), proof),
    ask: async (request) => void expectPending(await service.backchannel.poll(request)),
  });
}

/** The question that the waiting page's script asks each second. */
function pageLooks(parts: Parts): readonly [Operation, Operation] {
  const { plan, service, nextNumber } = parts;
  return twoRounds<Waiting>({
    ...parts,
    key: 'status',
    title: "the waiting page's question",
    count: plan.polls,
    begin: () => service.logins.begin(nextNumber()),
    ask: async (waiting) => {
      const { state } = await service.logins.snapshot(waiting);
      if (state !== 'scan') throw new Error(`a page that waits is ${state}`);
    },
  });
}

interface BackgroundJob<Thing> {
  readonly subject: Subject;
  readonly key: string;
  readonly title: string;
  readonly count: number;
  begin(): Promise<Thing>;
  ask(thing: Thing): Promise<void>;
}

/** Two rounds over things that wait: the first when the eID may be asked again, the second a second later. */
function twoRounds<Thing>(jobs: BackgroundJob<Thing>): readonly [Operation, Operation] {
  const { subject, key, title, count, begin, ask } = jobs;
  let waiting: { readonly thing: Thing; answeredAt: number }[] = [];

  const askAll = () =>
    inParallel(waiting.length, { atOnce: AT_ONCE, spreadMs: 0 }, async (index) => {
      const one = waiting[index];
      if (one === undefined) return;
      // From the answer: a busy machine may deliver a request later than it was sent, and the next one at once.
      await pause(one.answeredAt + ROUND_MS - performance.now());
      await ask(one.thing);
      one.answeredAt = performance.now();
    });
  return [
    {
      key: `${key}-collecting`,
      title: `${title}, asks the eID`,
      subject,
      count,
      async prepare() {
        waiting = [];
        await inParallel(count, { atOnce: AT_ONCE, spreadMs: 0 }, async () => {
          waiting.push({ thing: await begin(), answeredAt: 0 });
        });
        await pause(2 * ROUND_MS);
      },
      run: askAll,
    },
    { key, title, subject, count, run: askAll },
  ];
}
