import { headText } from './domain/event-chain.ts';
import { makeDeliverWebhooks } from './management/events/deliver-webhooks.ts';
import { makeRemoveOldEvents, makeSealEvents } from './management/events/seal-events.ts';
import { forgetUsed, type Purged, purgeState, type UsedUp } from './management/purge.ts';
import type { RequestLimits } from './ports/admission.ts';
import type { EventChain, EventMacs, SendWebhook, Webhooks } from './ports/events.ts';
import type { Log } from './ports/log.ts';
import type { Metrics } from './ports/metrics.ts';
import type { RateLimits, Use } from './ports/rate-limits.ts';
import type { Chance, Clock, Stopwatch } from './ports/runtime.ts';

/** One piece of work behind the requests. Every replica runs all jobs. */
export interface Job {
  /** Of failures in a row the first is logged as `<name>.failed`, their end as `<name>.goes_on`. */
  readonly name: string;
  /** Seconds between two runs. */
  readonly period: number;
  /** Seconds until the first run; the period unless given. */
  readonly first?: number;
  /** Seconds until a failed run is repeated; the period unless given. */
  readonly retry?: number;
  /** Runs at a time in this process; 1 unless given. */
  readonly most?: number;
  /** Whether it goes on while the replica drains. */
  readonly whileDraining: boolean;
  /** How two replicas do not do the same work twice. */
  readonly lock: string;
  readonly run: (control: JobControl) => unknown;
}

/** What a run may ask of the runner. */
export interface JobControl {
  /** Begins one more run of the same job beside this one. */
  another(): void;
  /** Lets a job begin at the next tick, or in that many, beside its period. */
  call(name: string, ticks?: number): void;
}

/** Runs jobs at their periods. */
export interface Jobs {
  /** A second has passed: begins the jobs that are due. Never throws. */
  tick(): void;
  call(name: string, ticks?: number): void;
  /** Runs one job now, whatever its period. @throws what the job throws */
  run(name: string): Promise<void>;
  /** When no run that a tick began is under way any more. */
  settled(): Promise<void>;
}

interface JobsDeps {
  readonly log: Log;
  readonly isDraining: () => boolean;
}

/** The runner of all jobs. It has no timer: its caller ticks once a second. */
export function makeJobs(list: readonly Job[], { log, isDraining }: JobsDeps): Jobs {
  const runners = new Map(
    list.map((job) => [job.name, { job, ...makeRunner(job, { log, call }) }]),
  );
  return {
    tick() {
      for (const { job, tick } of runners.values()) {
        if (job.whileDraining || !isDraining()) tick();
      }
    },
    call,
    async run(name) {
      await runnerOf(name).job.run({ call, another() {} });
    },
    async settled() {
      await Promise.all([...runners.values()].map((runner) => runner.settled()));
    },
  };

  function call(name: string, ticks?: number): void {
    runnerOf(name).call(ticks);
  }

  function runnerOf(name: string) {
    const runner = runners.get(name);
    if (runner === undefined) throw new Error(`there is no job ${name}`);
    return runner;
  }
}

/** Runs one job. */
function makeRunner(
  { name, period, first = period, retry, most = 1, run }: Job,
  { log, call: callJob }: { readonly log: Log; readonly call: JobControl['call'] },
) {
  const underWay = new Set<Promise<void>>();
  /** Ticks for which a run was called. An earlier run leaves the later ones in place. */
  const calls = new Set<number>();
  let now = 0;
  let next = first;
  let isFailing = false;

  return {
    call,

    tick() {
      now += 1;
      const due = [...calls].filter((at) => at <= now);
      if ((due.length === 0 && next > now) || underWay.size === most) return;
      for (const at of due) calls.delete(at);
      next = now + period;
      begin();
    },

    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };

  function call(ticks = 1): void {
    calls.add(now + ticks);
  }

  function begin(): void {
    if (underWay.size === most) return;
    const running = runOnce().finally(() => underWay.delete(running));
    underWay.add(running);
  }

  async function runOnce(): Promise<void> {
    try {
      await run({ another: begin, call: callJob });
      if (isFailing) log.info(`${name}.goes_on`);
      isFailing = false;
    } catch (cause) {
      if (retry !== undefined) call(retry);
      if (!isFailing) log.warn(`${name}.failed`, { cause: String(cause) });
      isFailing = true;
    }
  }
}

interface ServiceJobsDeps extends EventJobsDeps, Purged, UsedUp {
  readonly authentications: Purged['authentications'] & UsedUp['authentications'];
  readonly metrics: EventJobsDeps['metrics'] & Purged['metrics'];
  readonly requestLimits: Pick<RequestLimits, 'share'>;
  readonly rateLimits: Purged['rateLimits'] & EventJobsDeps['rateLimits'];
  readonly sampleLoad: () => void;
  readonly abandonExpired: () => Promise<unknown>;
  readonly warnOfCertificates: () => Promise<void>;
  /** Measures the machine's clock against the database's. */
  readonly measureClock: () => Promise<void>;
}

/** All background jobs of the service. Those of a minute begin a second apart. */
export function serviceJobs(deps: ServiceJobsDeps): readonly Job[] {
  const { requestLimits, sampleLoad, abandonExpired, warnOfCertificates, measureClock } = deps;
  const { clock, mayGoOn } = deps;
  const own = 'none: each replica has its own';
  const rows = 'skip locked: a row is taken by one replica';
  return [
    { name: 'load', period: 1, whileDraining: true, lock: own, run: sampleLoad },
    {
      name: 'request_limits',
      period: 1,
      whileDraining: true,
      lock: 'none: each replica adds its own counts',
      run: requestLimits.share,
    },
    ...eventJobs(deps),
    { name: 'abandon', period: 5, whileDraining: false, lock: rows, run: abandonExpired },
    { name: 'clock', period: 60, whileDraining: false, lock: own, run: measureClock },
    {
      name: 'purge',
      period: 60,
      first: 61,
      whileDraining: false,
      lock: rows,
      run: () => purgeState(deps, clock(), mayGoOn),
    },
    {
      name: 'used_logins',
      period: 60,
      first: 62,
      whileDraining: false,
      lock: rows,
      run: () => forgetUsed(deps, clock(), mayGoOn),
    },
    {
      name: 'certificates',
      period: 60,
      first: 65,
      whileDraining: false,
      lock: 'none: each replica logs its warnings',
      run: warnOfCertificates,
    },
  ];
}

/** The ports of the jobs behind events. */
export interface EventJobsDeps {
  readonly eventChain: EventChain;
  readonly macs: EventMacs;
  readonly webhooks: Webhooks;
  readonly send: SendWebhook;
  readonly rateLimits: Pick<RateLimits, 'take'>;
  readonly stopwatch: Stopwatch;
  readonly chance: Chance;
  readonly retentionDays: number | undefined;
  readonly metrics: Pick<Metrics, 'eventsSealed' | 'webhookDelivered'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly mayGoOn: () => boolean;
}

const HEADS_ARE_LOGGED: Use = { key: 'event-chain-heads', limit: { most: 1, seconds: 60 * 60 } };
/** Seconds between two searches for work that others left: a replica that died, a command. */
const SEARCH_EVERY = 10;
/** Webhooks that this replica serves at the same time: a slow one does not delay the others. */
const MAX_PARALLEL_DELIVERIES = 4;
/** Runs in a row, one a second, in which another session holds the lock. Replicas hold it for a moment. */
const MOST_BLOCKED = 30;

/** Seals events, delivers them to webhooks, removes old ones, and logs the heads of the chains. */
export function eventJobs(deps: EventJobsDeps): readonly Job[] {
  const { eventChain, rateLimits, metrics, clock, log, mayGoOn } = deps;
  const sealEvents = makeSealEvents(deps);
  const deliverWebhooks = makeDeliverWebhooks(deps);
  const removeOldEvents = makeRemoveOldEvents(deps);
  const searching = { period: SEARCH_EVERY, first: 1, retry: 1, whileDraining: true };
  let blocked = 0;
  return [
    { name: 'event_chain', ...searching, lock: 'advisory lock of the event chain', run: seal },
    {
      name: 'webhooks',
      ...searching,
      most: MAX_PARALLEL_DELIVERIES,
      lock: 'a lease for each webhook',
      run: deliver,
    },
    {
      name: 'event_retention',
      period: 60,
      first: 63,
      whileDraining: false,
      lock: 'advisory lock of the event chain',
      run: () => removeOldEvents(mayGoOn),
    },
    {
      name: 'event_heads',
      period: 60,
      first: 64,
      whileDraining: false,
      lock: 'a rate limit: once an hour',
      run: logHeads,
    },
  ];

  async function seal({ call }: JobControl): Promise<void> {
    const { events, someMayBeLeft } = await sealEvents(mayGoOn);
    blocked = someMayBeLeft && events === 0 ? blocked + 1 : 0;
    metrics.eventsSealed(events);
    if (events > 0) call('webhooks');
    if (someMayBeLeft) call('event_chain');
    if (blocked < MOST_BLOCKED) return;
    throw new Error('another database session holds the advisory lock of the event chain');
  }

  function deliver({ call, another }: JobControl): Promise<void> {
    return deliverWebhooks({
      mayGoOn,
      onLease: another,
      // A tick is a second, and the first of them may be half over.
      onPostponed: (seconds) => call('webhooks', Math.ceil(seconds) + 1),
    });
  }

  /** Stored with the logs, a head proves later that no end of the chain was cut off. */
  async function logHeads(): Promise<void> {
    const lease = await rateLimits.take([HEADS_ARE_LOGGED], clock());
    if (!lease.isTaken) return;
    for (const { tenantId, head } of await eventChain.heads()) {
      log.info('event_chain.head', { tenantId, head: headText(head) });
    }
  }
}
