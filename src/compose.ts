import type { IncomingMessage, ServerResponse } from 'node:http';

import { healthEndpoints } from './adapters/http/health.ts';
import { systemPresentRequests } from './adapters/system/present-requests.ts';
import { makeWarnOfCertificates } from './adapters/telemetry/health-detail.ts';
import { eventWork } from './composition/event-work.ts';
import { forgetUsed } from './composition/forget-used.ts';
import { hearOutcomes } from './composition/hear-outcomes.ts';
import { makeDoor } from './composition/make-door.ts';
import { makeFlows } from './composition/make-flows.ts';
import { makeLimits } from './composition/make-limits.ts';
import { makeObstacle } from './composition/make-obstacle.ts';
import { makeSigningKeys } from './composition/make-signing-keys.ts';
import { openState } from './composition/open-state.ts';
import { openWatch } from './composition/open-watch.ts';
import { operatorReports } from './composition/operator-reports.ts';
import { patientOutcomes } from './composition/patient-outcomes.ts';
import { purgeState } from './composition/purge-state.ts';
import { readingsOf } from './composition/readings-of.ts';
import type { Surroundings } from './composition/surroundings.ts';
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
export async function composeService(surroundings: Surroundings): Promise<Service> {
  const { clock, log, isClockFarOff } = surroundings;
  let isStopping = false;
  const isDraining = () => isStopping;
  const mayGoOn = () => !isStopping;

  const watch = await openWatch(surroundings);
  const { meter } = watch;
  const requests = systemPresentRequests();
  const opened = await openState(surroundings, { meter, requests }).catch(async (error) => {
    await watch.close();
    throw error;
  });
  await makeSigningKeys(opened);

  const events = eventWork(opened, surroundings, { mayGoOn, meter });
  const limits = makeLimits(opened, surroundings, meter);
  const patient = patientOutcomes(opened.authentications, requests);
  const authentications = hearOutcomes(patient, events.outcome);
  const state = { ...opened, ...limits, authentications };
  const flows = makeFlows(state, surroundings);
  const door = makeDoor({ state, flows, requests, meter, isDraining }, surroundings);

  const load = watchLoad(state);
  const obstacle = makeObstacle({
    ...{ ...state, isDraining, isClockFarOff },
    isOverloaded: load.isOverloaded,
  });
  const readings = readingsOf(state, surroundings, isDraining);
  watch.show(readings);
  const reports = operatorReports({ watch, readings, obstacle, clock });
  const warnOfCertificates = makeWarnOfCertificates({ readings, clock, log });

  return {
    handle: watch.requests(door),
    health: healthEndpoints({ obstacle, reports }),
    connectionDropped: () => meter.shed('connections'),
    drain() {
      isStopping = true;
    },
    hangUp: flows.polled.endWatching,
    everySecond() {
      load.look();
      events.follow();
      return limits.requestLimits.share();
    },
    abandonExpired: flows.abandonExpired,
    async purge() {
      await purgeState({ ...state, meter }, clock(), mayGoOn);
      await forgetUsed({ ...state, meter }, clock(), mayGoOn);
      await events.tidy();
      await warnOfCertificates();
    },
    async close() {
      load.close();
      // Who wrote the last outcomes seals them.
      events.follow();
      await events.settled();
      await state.notices.close();
      await state.directory.close();
      await state.pool.end();
      await watch.close();
    },
  };
}
