import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Pool } from 'pg';

import { contentDirectory } from './adapters/directory/content-directory.ts';
import { eidModules } from './adapters/eid/registry.ts';
import { makeReadArrival } from './adapters/http/arrival.ts';
import { contentSecurityPolicy } from './adapters/http/content-security-policy.ts';
import { frontDoor, type Serve } from './adapters/http/front-door.ts';
import { healthEndpoints } from './adapters/http/health.ts';
import { makeLogFaults } from './adapters/http/log-faults.ts';
import { loginPages } from './adapters/http/login/login-pages.ts';
import { localizedErrorPage } from './adapters/http/login/pages/localized-error-page.ts';
import { makeSite } from './adapters/http/site.ts';
import { openIdProvider } from './adapters/oidc/open-id-provider.ts';
import { pgArtifacts } from './adapters/postgres/artifacts.ts';
import { pgAuthentications } from './adapters/postgres/authentications.ts';
import { pgContentStore } from './adapters/postgres/content-store.ts';
import { pendingMigrations } from './adapters/postgres/migrate.ts';
import { openPool } from './adapters/postgres/pool.ts';
import { pgPseudonyms } from './adapters/postgres/pseudonyms.ts';
import { pgSigningKeys } from './adapters/postgres/signing-keys.ts';
import { newSigningKey } from './adapters/system/new-signing-key.ts';
import { systemVault } from './adapters/system/vault.ts';
import type { Environment } from './config/environment/environment.ts';
import { lifetimes, secondsAfter } from './domain/lifetimes.ts';
import type { Domain } from './domain/tenant.ts';
import { makeCancelLogin } from './flows/browser-login/cancel-login.ts';
import { makeReturnToLogin } from './flows/browser-login/return-to-login.ts';
import { makeStartLogin } from './flows/browser-login/start-login.ts';
import { makeViewLogin } from './flows/browser-login/view-login.ts';
import { makeAbandonOrder } from './flows/order/abandon-order.ts';
import { makeAdvanceOrder } from './flows/order/advance-order.ts';
import { makeHandOut } from './flows/order/hand-out.ts';
import { makeStartOrder } from './flows/order/start-order.ts';
import { demoMaterial } from './management/demo-material.ts';
import { refuseDemoMaterial } from './management/refuse-demo-material.ts';
import { refuseForeignKey } from './management/refuse-foreign-key.ts';
import type { Clock } from './ports/clock.ts';
import type { Configuration } from './ports/directory.ts';
import type { NewId } from './ports/ids.ts';
import type { Log } from './ports/log.ts';

/** What the process gives the service. */
export interface Surroundings {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
}

/** The service, ready to be put behind a listening socket. */
export interface Service {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** For the operator's port. */
  health(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** From now on not ready: the load balancer should look elsewhere. */
  drain(): void;
  /** Forgets what expired; call it now and then, from any replica. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

/** The one place where adapters are built and handed to the flows. */
export async function composeService(surroundings: Surroundings): Promise<Service> {
  const { environment, clock, newId, log } = surroundings;
  const { databaseUrl, databasePoolSize, keyEncryptionKeys, trustedProxies } = environment;

  const pool = openPool({ url: databaseUrl, size: databasePoolSize }, log);
  const vault = systemVault(keyEncryptionKeys);
  const contentStore = pgContentStore(pool);
  await assertMigrated(pool);
  const { tenants } = await contentStore.read();
  refuseForeignKey(tenants, vault);
  refuseDemoMaterial(tenants, { ...demoMaterial, eids: eidModules, vault });
  const directory = contentDirectory({ contentStore, vault, eids: eidModules, clock, log });
  const authentications = pgAuthentications({ pool, vault });
  const artifacts = pgArtifacts({ pool, vault, clock });
  const signingKeys = pgSigningKeys({ pool, vault, clock, newKey: newSigningKey });
  const pseudonyms = pgPseudonyms({ pool, vault, newKey: newId });

  const startOrder = makeStartOrder({ authentications, clock });
  const abandonOrder = makeAbandonOrder({ authentications, directory, clock });
  const advanceOrder = makeAdvanceOrder({ authentications, directory, abandonOrder, clock, log });
  const handOut = makeHandOut({ authentications, clock });
  const flows = {
    startLogin: makeStartLogin({ directory, startOrder, newId, clock }),
    viewLogin: makeViewLogin({ authentications, directory, advanceOrder, clock }),
    cancelLogin: makeCancelLogin({ authentications, abandonOrder, clock }),
    returnToLogin: makeReturnToLogin({ authentications, abandonOrder }),
  };

  const { domains } = await directory.current();
  await Promise.all(domains.map(({ issuer }) => signingKeys.of(issuer)));

  const onFault = makeLogFaults(log);
  const siteOf = onceForEachDomain(async (domain, configuration) => {
    const state = { authentications, artifacts, signingKeys, pseudonyms, vault };
    const look = { contentSecurityPolicy, errorPage: localizedErrorPage, onFault };
    const deps = { ...state, ...look, handOut, clock, log };
    const { handle, logins } = await openIdProvider(domain, configuration, deps);
    const pages = loginPages({ ...flows, logins, directory, log });
    return makeSite({ provider: handle, pages, onFault });
  });

  let draining = false;
  return {
    handle: frontDoor({
      directory,
      readArrival: makeReadArrival(trustedProxies),
      newId,
      log,
      serve: async (req, res, admission) => {
        const site = await siteOf(admission.domain, admission.configuration);
        return site(req, res, admission);
      },
    }),
    health: healthEndpoints({
      obstacle: async () => {
        if (draining) return 'draining';
        const pending = await pendingMigrations(pool);
        return pending.length > 0 ? `migrations: ${pending.join(', ')}` : undefined;
      },
    }),
    drain: () => {
      draining = true;
    },
    purge: async () => {
      const expiredBefore = secondsAfter(clock(), -lifetimes.retention);
      for (const store of [artifacts, authentications]) {
        while (!draining && (await store.purge(expiredBefore, PURGE_LIMIT)) === PURGE_LIMIT);
      }
    },
    close: () => pool.end(),
  };
}

const PURGE_LIMIT = 5_000;

/** @throws with one clear line when the database cannot serve this version. */
async function assertMigrated(pool: Pool): Promise<void> {
  const pending = await pendingMigrations(pool).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.message || cause.code;
    throw new Error(`the database cannot be reached: ${why}`, { cause });
  });
  if (pending.length === 0) return;
  throw new Error(`the database misses ${pending.join(', ')}: run npm run migrate first`);
}

/** A domain's site lasts as long as the configuration it was built from. */
function onceForEachDomain(
  build: (domain: Domain, configuration: Configuration) => Promise<Serve>,
): (domain: Domain, configuration: Configuration) => Promise<Serve> {
  const built = new WeakMap<Configuration, Map<string, Promise<Serve>>>();
  return (domain, configuration) => {
    const sites = built.get(configuration) ?? new Map<string, Promise<Serve>>();
    built.set(configuration, sites);
    const known = sites.get(domain.issuer);
    if (known !== undefined) return known;
    const site = build(domain, configuration);
    sites.set(domain.issuer, site);
    site.catch(() => sites.delete(domain.issuer));
    return site;
  };
}
