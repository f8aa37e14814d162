import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemPresentRequests } from './adapters/admission/database-admission.ts';
import { healthEndpoints } from './adapters/http/health.ts';
import { makeWarnOfCertificates } from './adapters/telemetry/health-detail.ts';
import { eventWork } from './composition/event-work.ts';
import { forgetUsed } from './composition/forget-used.ts';
import { withOutcomeListener } from './composition/hear-outcomes.ts';
import { makeRequestHandler } from './composition/make-door.ts';
import { makeFlows } from './composition/make-flows.ts';
import { makeLimits } from './composition/make-limits.ts';
import { makeUnreadyReason } from './composition/make-obstacle.ts';
import { makeSigningKeys } from './composition/make-signing-keys.ts';
import { openState } from './composition/open-state.ts';
import { openWatch } from './composition/open-watch.ts';
import { operatorReports } from './composition/operator-reports.ts';
import { uninterruptedOutcomes } from './composition/patient-outcomes.ts';
import { purgeState } from './composition/purge-state.ts';
import { gaugesOf } from './composition/readings-of.ts';
import type { Runtime } from './composition/surroundings.ts';
import { watchLoad } from './composition/watch-load.ts';

/** The service, ready to be put behind a listening socket. */
export interface Service {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** For the operator's port. */
  health(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** There was no room for a connection. */
  connectionDropped(): void;
  /** From now on not ready: the load balancer should look elsewhere. */
  drain(): void;
  /** Ends the answers that would go on for minutes: who watched asks another replica. */
  hangUp(): void;
  /**
   * Looks at the load, counts together with the other replicas, and follows what happened: seals events, tells
   * webhooks. Call it every second. Never rejects.
   */
  everySecond(): Promise<void>;
  /** Ends what expired and nobody asks about; call it every few seconds. */
  abandonExpired(): Promise<unknown>;
  /** Forgets what expired; call it now and then, from any replica. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

/** The one place where adapters are built and handed to the flows. */
export async function composeService(runtime: Runtime): Promise<Service> {
  const { clock, log, isClockFarOff } = runtime;
  let isStopping = false;
  const isDraining = () => isStopping;
  const mayGoOn = () => !isStopping;

  const watch = await openWatch(runtime);
  const { metrics } = watch;
  const requests = systemPresentRequests();
  const opened = await openState(runtime, { metrics, requests }).catch(async (error) => {
    await watch.close();
    throw error;
  });
  await makeSigningKeys(opened);

  const events = eventWork(opened, runtime, { mayGoOn, metrics });
  const limits = makeLimits(opened, runtime, metrics);
  const noDeadline = uninterruptedOutcomes(opened.authentications, requests);
  const authentications = withOutcomeListener(noDeadline, events.outcome);
  const state = { ...opened, ...limits, authentications };
  const flows = makeFlows(state, runtime);
  const channel = makeRequestHandler({ state, flows, requests, metrics, isDraining }, runtime);

  const load = watchLoad(state);
  const unreadyReason = makeUnreadyReason({
    ...state,
    isDraining,
    isClockFarOff,
    isOverloaded: load.isOverloaded,
  });
  const gauges = gaugesOf(state, runtime, isDraining);
  watch.show(gauges);
  const reports = operatorReports({ watch, gauges, unreadyReason, clock });
  const warnOfCertificates = makeWarnOfCertificates({ gauges, clock, log });

  return {
    handle: watch.requests(channel),
    health: healthEndpoints({ unreadyReason, reports }),
    connectionDropped: () => metrics.shed('connections'),
    drain() {
      isStopping = true;
    },
    hangUp: flows.backchannel.endWatching,
    everySecond() {
      load.sample();
      events.follow();
      return limits.requestLimits.share();
    },
    abandonExpired: flows.abandonExpired,
    async purge() {
      await purgeState({ ...state, metrics }, clock(), mayGoOn);
      await forgetUsed({ ...state, metrics }, clock(), mayGoOn);
      await events.tidy();
      await warnOfCertificates();
    },
    async close() {
      load.close();
      // Who wrote the last outcomes seals them.
      events.follow();
      await events.settled();
      await state.notifications.close();
      await state.configurationSource.close();
      await state.pool.end();
      await watch.close();
    },
  };
}
