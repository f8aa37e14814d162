import {
  type AuthMethod,
  expectPending,
  type PendingRequest,
} from '../drive/backchannel-requests.ts';
import type { PendingLogin } from '../drive/broker-logins.ts';
import { inParallel, pause } from '../drive/in-parallel.ts';
import type { Operation, Subject } from '../measure/measure.ts';
import { type Plan, peopleOf } from '../plan.ts';
import type { ServiceDriver } from './drivers.ts';

interface Parts {
  readonly plan: Plan;
  readonly subject: Subject;
  readonly service: ServiceDriver;
  readonly nextNumber: () => number;
}

/** The pauses of a CIBA or headless login, in milliseconds. */
const BACKCHANNEL_WAIT_MS = 4_000;
/** A request may be polled each second; the service polls the eID every other second. */
const ROUND_MS = 1_060;
const AT_ONCE = 8;

/** CIBA and headless logins, single polls of pending requests, and status requests of pending pages. */
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
      // No person gets two calls at once.
      const pace = { atOnce: Math.min(plan.atOnce, peopleOf(plan)), spreadMs: BACKCHANNEL_WAIT_MS };
      return inParallel(plan.backchannel, pace, () => act(nextNumber()));
    },
  });
  return [
    whole('ciba', 'CIBA, one pending poll', service.backchannel.callPhone),
    whole('headless', 'headless, one pending poll', service.backchannel.showCode),
    ...pendingPolls({ ...parts, authMethod: 'basic', name: 'client_secret_basic' }),
    ...pendingPolls({ ...parts, authMethod: 'private_key_jwt', name: 'private_key_jwt' }),
    ...statusRequests(parts),
  ];
}

/** Every second poll of a request calls the eID; both kinds are measured, on the same requests. */
export function pendingPolls(
  parts: Parts & { readonly authMethod: AuthMethod; readonly name: string },
): readonly [Operation, Operation] {
  const { plan, service, nextNumber, authMethod, name } = parts;
  return twoRounds<PendingRequest>({
    ...parts,
    key: `poll-${authMethod}`,
    title: `pending poll, ${name}`,
    count: plan.polls,
    begin: () => service.backchannel.beginHeadless(nextNumber(), authMethod),
    send: async (request) => void expectPending(await service.backchannel.poll(request)),
  });
}

/** The status request that the page's script sends each second. */
function statusRequests(parts: Parts): readonly [Operation, Operation] {
  const { plan, service, nextNumber } = parts;
  return twoRounds<PendingLogin>({
    ...parts,
    key: 'status',
    title: 'status request of the login page',
    count: plan.polls,
    begin: () => service.logins.begin(nextNumber()),
    send: async (pending) => {
      const { state } = await service.logins.readStatus(pending);
      if (state !== 'scan') throw new Error(`a pending page is ${state}`);
    },
  });
}

interface RoundOptions<Thing> {
  readonly subject: Subject;
  readonly key: string;
  readonly title: string;
  readonly count: number;
  begin(): Promise<Thing>;
  send(thing: Thing): Promise<void>;
}

/** Two rounds over pending requests: the first when the eID may be polled again, the second a second later. */
function twoRounds<Thing>(options: RoundOptions<Thing>): readonly [Operation, Operation] {
  const { subject, key, title, count, begin, send } = options;
  let pending: { readonly thing: Thing; answeredAt: number }[] = [];

  /** Returns the durations of the requests alone, without their pauses. */
  async function runRound(): Promise<readonly number[]> {
    const durations: number[] = [];
    await inParallel(pending.length, { atOnce: AT_ONCE, spreadMs: 0 }, async (index) => {
      const one = pending[index];
      if (one === undefined) return;
      // Counted from the response: a busy machine may deliver a request late, and the next one at once.
      await pause(one.answeredAt + ROUND_MS - performance.now());
      const sentAt = performance.now();
      await send(one.thing);
      one.answeredAt = performance.now();
      durations.push(one.answeredAt - sentAt);
    });
    return durations.toSorted((one, other) => one - other);
  }

  return [
    {
      key: `${key}-collecting`,
      title: `${title}, calls the eID`,
      subject,
      count,
      async prepare() {
        pending = [];
        await inParallel(count, { atOnce: AT_ONCE, spreadMs: 0 }, async () => {
          pending.push({ thing: await begin(), answeredAt: 0 });
        });
        await pause(2 * ROUND_MS);
      },
      run: runRound,
    },
    { key, title, subject, count, run: runRound },
  ];
}
