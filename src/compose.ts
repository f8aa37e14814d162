import type { IncomingMessage, ServerResponse } from 'node:http';

import { makeReadArrival } from './adapters/http/arrival.ts';
import { frontDoor } from './adapters/http/front-door.ts';
import { healthEndpoints } from './adapters/http/health.ts';
import { requestPlaces } from './adapters/http/places.ts';
import { makeTurnAway } from './adapters/http/turn-away.ts';
import { entryNamed } from './adapters/oidc/errors/find-entry.ts';
import { pendingMigrations } from './adapters/postgres/migration-status.ts';
import { eventLoopLag } from './adapters/system/event-loop-lag.ts';
import { watchOverload } from './adapters/system/overload.ts';
import { makeWarnOfCertificates } from './adapters/telemetry/certificate-warnings.ts';
import { eventWork } from './composition/event-work.ts';
import { forgetUsed } from './composition/forget-used.ts';
import { makeFlows } from './composition/make-flows.ts';
import { makeLimits } from './composition/make-limits.ts';
import { makeSiteOf } from './composition/make-site-of.ts';
import { onceForEachDomain } from './composition/once-for-each-domain.ts';
import { openState, type State } from './composition/open-state.ts';
import { openWatch } from './composition/open-watch.ts';
import { operatorReports } from './composition/operator-reports.ts';
import { purgeState } from './composition/purge-state.ts';
import { readingsOf } from './composition/readings-of.ts';
import type { Surroundings } from './composition/surroundings.ts';

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
  const { environment, clock, log } = surroundings;
  const watch = await openWatch(surroundings);
  const { meter } = watch;
  const state = await openState(surroundings, meter).catch(async (error) => {
    await watch.close();
    throw error;
  });
  const { requestLimits, rateLimits } = makeLimits(state, surroundings, meter);
  const flows = makeFlows({ ...state, rateLimits }, surroundings);
  const siteOf = onceForEachDomain(makeSiteOf({ ...state, requestLimits }, flows, surroundings));
  await makeSigningKeys(state);

  const readArrival = makeReadArrival(environment.trustedProxies);
  const lag = eventLoopLag();
  const overload = watchOverload({
    longestLag: lag.longest,
    waiting: () => state.pool.waitingCount,
  });
  let isDraining = false;
  const events = eventWork(state, surroundings, { mayGoOn: () => !isDraining, meter });
  const readings = readingsOf(state, surroundings, () => isDraining);
  watch.show(readings);
  const warnOfCertificates = makeWarnOfCertificates({ readings, clock, log });
  const obstacle = async () => {
    if (isDraining) return 'draining';
    return overload.isOverloaded() ? 'overloaded' : missingMigrations(state);
  };
  const door = frontDoor({
    ...{ directory: state.directory, readArrival, requestLimits, meter },
    places: requestPlaces(),
    turnAway: makeTurnAway({ explain: entryNamed, log }),
    isDraining: () => isDraining,
    serve: async (req, res, admission) => {
      const site = await siteOf(admission.domain, admission.configuration);
      return site(req, res, admission);
    },
  });
  return {
    handle: watch.requests(door),
    health: healthEndpoints({
      obstacle,
      reports: operatorReports({ watch, readings, obstacle, clock }),
    }),
    connectionDropped: () => meter.shed('connections'),
    drain: () => {
      isDraining = true;
    },
    hangUp: flows.polled.endWatching,
    everySecond() {
      overload.look();
      events.follow();
      return requestLimits.share();
    },
    abandonExpired: flows.abandonExpired,
    async purge() {
      await purgeState({ ...state, meter }, clock(), () => !isDraining);
      await forgetUsed({ ...state, meter }, clock(), () => !isDraining);
      await events.tidy();
      await warnOfCertificates();
    },
    async close() {
      lag.close();
      await events.settled();
      await state.notices.close();
      await state.directory.close();
      await state.pool.end();
      await watch.close();
    },
  };
}

/** Making keys takes a while: nobody's first login should wait for it. */
async function makeSigningKeys({ directory, signingKeys }: State): Promise<void> {
  const { domains } = await directory.current();
  await Promise.all(domains.map(({ issuer }) => signingKeys.of(issuer)));
}

async function missingMigrations({ pool }: State): Promise<string | undefined> {
  const pending = await pendingMigrations(pool);
  return pending.length > 0 ? `migrations: ${pending.join(', ')}` : undefined;
}
