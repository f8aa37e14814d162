import { databaseAdmission } from '../adapters/admission/database-admission.ts';
import { cachedConfiguration } from '../adapters/configuration/configuration.ts';
import { makeEidGuard } from '../adapters/eid/guarded-eid.ts';
import type { EidRegistry } from '../adapters/eid/registry.ts';
import { asLibraryOutage } from '../adapters/oidc/errors/oauth-errors.ts';
import { pgConfigurationStore } from '../adapters/postgres/configuration/configuration-store.ts';
import { pgRestoration } from '../adapters/postgres/erasure.ts';
import { measuredStatements } from '../adapters/postgres/guarded-pool.ts';
import { pgNotifications } from '../adapters/postgres/notifications.ts';
import { openPool } from '../adapters/postgres/pool.ts';
import { assertMigrated } from '../adapters/postgres/schema-version.ts';
import { pgStores } from '../adapters/postgres/stores.ts';
import * as stores from '../adapters/stores/decorated-stores.ts';
import { systemSleep, systemStopwatch } from '../adapters/system/clock.ts';
import { systemVault } from '../adapters/system/vault.ts';
import type { Environment } from '../config/environment/environment.ts';
import { demoMaterial } from '../management/configuration/demo-material.ts';
import {
  refuseDemoMaterial,
  refuseForeignKey,
} from '../management/configuration/startup-checks.ts';
import type { ActiveRequests } from '../ports/admission.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Clock, NewId } from '../ports/runtime.ts';
import type { NewSigningKey } from '../ports/signing-keys.ts';

interface StateRuntime {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly newSigningKey: NewSigningKey;
  readonly log: Log;
}

interface StateParts {
  readonly eids: EidRegistry;
  readonly metrics: Metrics;
  readonly requests: ActiveRequests;
}

/** The database, the stores in it, and the configuration that it holds. */
export type State = Awaited<ReturnType<typeof openState>>;

/**
 * Opens the database and every store in it.
 * @throws when it cannot serve this version, or holds what these keys or a production domain must not meet
 */
export async function openState(
  { environment, clock, newId, newSigningKey, log }: StateRuntime,
  { eids, metrics, requests }: StateParts,
) {
  const { databaseUrl, databaseDirectUrl, databasePoolSize, keyEncryptionKeys } = environment;
  const measure = measuredStatements({ metrics, stopwatch: systemStopwatch });
  const admission = databaseAdmission({ requests, stopwatch: systemStopwatch });
  const pool = openPool({ url: databaseUrl, size: databasePoolSize, admission }, log, { measure });
  const vault = systemVault(keyEncryptionKeys);
  const configurationStore = stores.unqueuedConfigurationStore(
    pgConfigurationStore({ pool, vault }),
    requests,
  );

  await assertMigrated(pool);
  const { tenants, unverified = [] } = await configurationStore.read();
  refuseForeignKey(tenants, vault);
  const served = tenants.filter(({ id }) => !unverified.includes(id));
  refuseDemoMaterial(served, { ...demoMaterial, eids: eids.modules, vault });

  const restoredAt = await pgRestoration({ pool, vault }).restoredAt();
  const guard = makeEidGuard({ clock, stopwatch: systemStopwatch, metrics, log });
  const configurationSource = cachedConfiguration({
    configurationStore,
    vault,
    eids: eids.modules,
    catalogue: eids.catalogue,
    clock,
    newId,
    log,
    guard,
  });
  const onRevision = configurationSource.refresh;
  const url = databaseDirectUrl;
  return {
    pool,
    vault,
    configurationSource,
    configurationStore,
    notifications: pgNotifications({ url, pool, sleep: systemSleep, log, onRevision }),
    ...stores.mapErrors(pgStores({ pool, vault, clock, newId, newSigningKey }), asLibraryOutage),
    restoredAt,
  };
}
