import type { IncomingMessage, ServerResponse } from 'node:http';

import { watcherLimit } from '../adapters/admission/concurrency-limit.ts';
import { systemActiveRequests } from '../adapters/admission/database-admission.ts';
import { makeRequestLimits } from '../adapters/admission/request-limits.ts';
import { chainMacs } from '../adapters/events/chain-macs.ts';
import { sendWebhook } from '../adapters/events/send-webhook.ts';
import { makeReadClientConnection } from '../adapters/http/client-address.ts';
import type { Handle } from '../adapters/http/listen.ts';
import { guardedFetch, guardedRequest } from '../adapters/outbound/guarded-request.ts';
import { pgApiTokens } from '../adapters/postgres/administration/api-tokens.ts';
import { pgUsageCounts } from '../adapters/postgres/events/usage-counts.ts';
import { measuredStatements } from '../adapters/postgres/guarded-pool.ts';
import * as stores from '../adapters/stores/decorated-stores.ts';
import { certificateEnd } from '../adapters/system/certificate-end.ts';
import { systemSleep, systemStopwatch } from '../adapters/system/clock.ts';
import {
  randomRequestId,
  randomSupportCode,
  sha256Id,
  systemChance,
} from '../adapters/system/random.ts';
import { openTelemetry, tracingTo } from '../adapters/telemetry/telemetry.ts';
import type { Environment } from '../config/environment/environment.ts';
import { addressBlock } from '../domain/address-block.ts';
import { makeFlows } from '../flows/flows.ts';
import { serviceJobs } from '../jobs.ts';
import { makeReadExpiry } from '../management/expiry.ts';
import { makeKeySets } from '../management/key-sets.ts';
import { makeNoteSteps } from '../management/logins/note-steps.ts';
import { makeNoteSecretUses } from '../management/note-secret-uses.ts';
import { makeRaiseExpiryAlarms } from '../management/raise-expiry-alarms.ts';
import type { Log } from '../ports/log.ts';
import type { Clock, NewId } from '../ports/runtime.ts';
import type { NewSigningKey } from '../ports/signing-keys.ts';
import { type Jobs, makeJobs } from '../run-jobs.ts';
import { composeEids } from './compose-eids.ts';
import { composeHealth } from './compose-health.ts';
import { composeManagement, type ManagementParts } from './compose-management.ts';
import { composeRequests } from './compose-requests.ts';
import { openState } from './open-state.ts';

/** The arguments that the process passes to the service. */
export interface Runtime {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly newSigningKey: NewSigningKey;
  readonly log: Log;
  /** How many lines the log has dropped; absent: it drops none. */
  readonly droppedLogLines?: () => number;
  /** Whether the machine's own clock, which the library uses, is wrong; absent: it is right. */
  readonly isClockFarOff?: () => boolean;
  /** Measures the machine's own clock against the one given here; absent: there is one clock. */
  readonly measureClock?: () => Promise<void>;
  /** A token of role owner for the management API; absent: there is none. */
  readonly ownerToken?: string;
  /** Simulated eIDs beside the service, which the console offers for test domains; absent: none. */
  readonly simulatedEids?: ManagementParts['simulatedEids'];
}

/** The service, ready to be put behind a listening socket. */
export interface Service {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** For the operator's port. */
  health(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** The management API; undefined: it is off. */
  readonly management: Handle | undefined;
  /** There was no room for a connection. */
  connectionDropped(): void;
  /** From now on not ready: the load balancer should look elsewhere. */
  drain(): void;
  /** Closes the event streams of requests, which last minutes. Their clients reconnect to another replica. */
  closeEventStreams(): void;
  /** The background jobs; call `tick` once a second. */
  readonly jobs: Jobs;
  close(): Promise<void>;
}

/** The one place where adapters are built and passed to the flows. */
export async function composeService(runtime: Runtime): Promise<Service> {
  const { environment, clock, newId, log, droppedLogLines = () => 0 } = runtime;
  let isStopping = false;
  const isDraining = () => isStopping;

  // State
  const eids = await composeEids(environment);
  const { eidOf } = eids;
  const tracing = await tracingTo(environment.tracesUrl, { clock, log });
  const telemetry = openTelemetry({ clock, tracing });
  const { metrics } = telemetry;
  const requests = systemActiveRequests();
  const opened = await openState(runtime, { eids, metrics, requests }).catch(async (error) => {
    await telemetry.close();
    throw error;
  });
  const { pool, vault, configurationSource, signingKeys } = opened;
  // A key takes a while to generate: no login should wait for it.
  const { domains } = await configurationSource.current();
  await Promise.all(domains.map(({ issuer }) => signingKeys.of(issuer)));

  // Limits
  const perSecond = environment.requestsPerSecond;
  const { sharedCounts } = opened;
  const requestLimits = makeRequestLimits({ sharedCounts, perSecond, clock, log });

  // Flows
  const state = {
    ...opened,
    authentications: stores.decoratedAuthentications(opened.authentications, {
      metrics,
      eidOf,
      requests,
      // The jobs are made below; no outcome comes before.
      onOutcome: () => jobs.schedule('event_chain'),
    }),
    issuance: stores.meteredIssuance(opened.issuance, { metrics, eidOf }),
    requestLimits: stores.meteredRequestLimits(requestLimits, metrics),
    rateLimits: stores.meteredRateLimits(opened.rateLimits, metrics),
  };
  const ids = {
    newId,
    newRequestId: randomRequestId,
    newSupportCode: randomSupportCode,
    authenticationIdOf: sha256Id,
  };
  const { loginTimelines } = opened;
  const noteSteps = makeNoteSteps({ loginTimelines, clock, log });
  const secretUses = makeNoteSecretUses({ secretUses: opened.secretUses, clock });
  const flows = makeFlows({
    ...state,
    ...ids,
    noteSteps,
    clock,
    log,
    sleep: systemSleep,
    watcherLimit: watcherLimit(),
  });

  // Requests
  const handle = composeRequests({
    ...runtime,
    ...state,
    ...flows,
    ...ids,
    requests,
    metrics,
    tracing,
    isDraining,
    noteSteps,
    loginTimelines,
    noteSecretUse: secretUses.note,
  });

  // Management
  const keySets = makeKeySets({ fetchText: guardedFetch(), clock, log });
  const { management: listener } = environment;
  const readAddress = makeReadClientConnection(environment.trustedProxies);
  const management =
    listener &&
    (await composeManagement({
      ...runtime,
      ...opened,
      listener,
      keySets,
      databaseUrl: environment.databaseUrl,
      eids,
      ownerToken: runtime.ownerToken,
      simulatedEids: runtime.simulatedEids ?? [],
      servicePort: environment.port,
      measure: measuredStatements({ metrics, stopwatch: systemStopwatch }),
      eidStatuses: telemetry.eids,
      metrics,
      admit: (req) => state.requestLimits.count('address', addressBlock(readAddress(req).ip)),
    }).catch(async (error) => {
      await closeState();
      throw error;
    }));

  // Health reports
  const expiryParts = {
    readTenants: async () => (await opened.configurationStore.read()).tenants,
    certificates: configurationSource.certificates,
    signingKeys,
    certificateEnd,
    keySets,
    apiTokens: pgApiTokens({ pool, vault }),
    clock,
  };
  const health = composeHealth({
    state: opened,
    eids,
    telemetry,
    readExpiry: makeReadExpiry(expiryParts),
    isDraining,
    isClockFarOff: runtime.isClockFarOff,
    droppedLogLines,
    clock,
  });

  // Background jobs
  const list = serviceJobs({
    ...state,
    macs: chainMacs(vault),
    usageCounts: pgUsageCounts(pool),
    send: sendWebhook(guardedRequest()),
    stopwatch: systemStopwatch,
    chance: systemChance,
    retentionDays: environment.eventRetentionDays,
    sampleLoad: health.sampleLoad,
    abandonExpired: flows.abandonExpired,
    flushNotes: noteSteps.flush,
    flushSecretUses: secretUses.flush,
    flushRefusals: management?.flushRefusals ?? (async () => undefined),
    loginRetentionDays: environment.loginRetentionDays,
    raiseExpiryAlarms: makeRaiseExpiryAlarms({
      ...expiryParts,
      // Not metered: an alarm that was raised before is no caller's limit.
      rateLimits: opened.rateLimits,
      vault,
      send: sendWebhook(guardedRequest()),
      log,
      shouldContinue: () => !isStopping,
    }),
    measureClock: runtime.measureClock ?? (async () => undefined),
    metrics,
    clock,
    log,
    shouldContinue: () => !isStopping,
  });
  const jobs = makeJobs(list, { log, isDraining });

  return {
    handle,
    health: health.handle,
    management: management?.handle,
    connectionDropped: () => metrics.shed('connections'),
    drain() {
      isStopping = true;
    },
    closeEventStreams: flows.backchannel.endWatching,
    jobs,
    async close() {
      // The replica that wrote the last outcomes seals them.
      jobs.tick();
      await jobs.settled();
      health.close();
      await management?.close();
      await closeState();
    },
  };

  async function closeState(): Promise<void> {
    await opened.notifications.close();
    await configurationSource.close();
    await pool.end();
    await telemetry.close();
  }
}
