import { databaseAdmission } from '../adapters/admission/database-admission.ts';
import { cachedConfiguration } from '../adapters/configuration/configuration.ts';
import { makeEidGuard } from '../adapters/eid/guarded-eid.ts';
import { eidModules } from '../adapters/eid/registry.ts';
import { pgArtifacts } from '../adapters/postgres/artifacts.ts';
import { pgAuthentications } from '../adapters/postgres/authentications.ts';
import { pgConfigurationStore } from '../adapters/postgres/configuration-store.ts';
import { pgRestoration } from '../adapters/postgres/erasure.ts';
import { measuredStatements } from '../adapters/postgres/guarded-pool.ts';
import { pgLoginLookup } from '../adapters/postgres/login-lookup.ts';
import { assertMigrated } from '../adapters/postgres/migrations.ts';
import { pgNotifications } from '../adapters/postgres/notifications.ts';
import { openPool } from '../adapters/postgres/pool.ts';
import { pgPseudonyms } from '../adapters/postgres/pseudonyms.ts';
import { pgRateLimits, pgSharedCounts } from '../adapters/postgres/rate-limits.ts';
import { pgRedemptions } from '../adapters/postgres/redemptions.ts';
import { pgSigningKeys } from '../adapters/postgres/signing-keys.ts';
import { systemSleep, systemStopwatch } from '../adapters/system/clock.ts';
import { newSigningKey } from '../adapters/system/random.ts';
import { systemVault } from '../adapters/system/vault.ts';
import {
  meteredAuthentications,
  meteredRedemptions,
} from '../adapters/telemetry/metered-stores.ts';
import {
  demoMaterial,
  refuseDemoMaterial,
  refuseForeignKey,
} from '../management/startup-checks.ts';
import type { PresentRequests } from '../ports/admission.ts';
import type { Metrics } from '../ports/metrics.ts';
import { unqueuedConfigurationStore } from './content-for-all.ts';
import { eidOf } from './eid-names.ts';
import type { Runtime } from './surroundings.ts';

/** What goes on while the state is used. */
interface Attending {
  readonly metrics: Metrics;
  readonly requests: Pick<PresentRequests, 'current' | 'forNone'>;
}

/** What the service keeps, and what it was told. */
export type State = Awaited<ReturnType<typeof openState>>;

/**
 * Opens the database, and everything that lives in it.
 * @throws when it cannot serve this version, or holds what these keys or a production domain must not meet
 */
export async function openState(
  { environment, clock, newId, log }: Runtime,
  { metrics, requests }: Attending,
) {
  const { databaseUrl, databaseDirectUrl, databasePoolSize, keyEncryptionKeys } = environment;
  const measure = measuredStatements({ metrics, stopwatch: systemStopwatch });
  const admission = databaseAdmission({ requests, stopwatch: systemStopwatch });
  const pool = openPool({ url: databaseUrl, size: databasePoolSize, admission }, log, { measure });
  const vault = systemVault(keyEncryptionKeys);
  const configurationStore = unqueuedConfigurationStore(
    pgConfigurationStore({ pool, vault }),
    requests,
  );

  await assertMigrated(pool);
  const { tenants, unverified = [] } = await configurationStore.read();
  refuseForeignKey(tenants, vault);
  const served = tenants.filter(({ id }) => !unverified.includes(id));
  refuseDemoMaterial(served, { ...demoMaterial, eids: eidModules, vault });

  const restoredAt = await pgRestoration({ pool, vault }).restoredAt();
  const configurationSource = cachedConfiguration({
    configurationStore,
    vault,
    eids: eidModules,
    clock,
    log,
    guard: makeEidGuard({ clock, stopwatch: systemStopwatch, metrics, log }),
  });
  const notifications = pgNotifications({
    url: databaseDirectUrl,
    pool,
    sleep: systemSleep,
    log,
    onRevision: configurationSource.refresh,
  });

  return {
    pool,
    vault,
    configurationSource,
    notifications,
    authentications: meteredAuthentications(pgAuthentications({ pool, vault }), { metrics, eidOf }),
    artifacts: pgArtifacts({ pool, vault, clock }),
    loginLookup: pgLoginLookup({ pool, vault }),
    redemptions: meteredRedemptions(pgRedemptions({ pool, vault }), { metrics, eidOf }),
    signingKeys: pgSigningKeys({ pool, vault, clock, newKey: newSigningKey }),
    pseudonyms: pgPseudonyms({ pool, vault, newKey: newId }),
    rateLimits: pgRateLimits(pool),
    sharedCounts: pgSharedCounts(pool),
    restoredAt,
  };
}
