import { mergedBranding } from '../../domain/branding.ts';
import { type StoredApplication, type StoredTenant, serves } from '../../domain/configuration.ts';
import type { EidCatalogue } from '../../domain/eid-offer.ts';
import { groupedBy } from '../../domain/grouped-by.ts';
import { NORMALISED_NAMES } from '../../domain/normalised-claims.ts';
import type { Domain } from '../../domain/tenant.ts';
import { uriNames } from '../../domain/uri-claims.ts';
import type {
  Configuration,
  ConfigurationChanges,
  ConfigurationSource,
  ConfigurationStore,
} from '../../ports/configuration.ts';
import type { CertificateReading } from '../../ports/metrics.ts';
import { makeEidOpener, type TenantEid, type TenantEidDeps } from './tenant-eid.ts';

interface Deps extends TenantEidDeps {
  readonly catalogue: EidCatalogue;
  readonly configurationStore: ConfigurationStore;
}

/** The revision is read again after so many milliseconds. */
const REFRESH_EVERY_MS = 2_000;

interface Snapshot {
  readonly revision: number;
  /** Those that serve. */
  readonly tenants: readonly StoredTenant[];
  readonly configuration: Configuration;
}

/** A configuration source that can be refreshed. */
export interface CachedConfiguration extends ConfigurationSource {
  /** Reads the configuration again, now. Until then the last one applies. Never throws. */
  refresh(): void;
  /** The certificates of all eIDs, so that an expiry is reported before a login fails. */
  certificates(): Promise<readonly CertificateReading[]>;
  /** Closes the connections of the eIDs after their running calls. */
  close(): Promise<void>;
}

/**
 * The stored configuration, cached in memory. Its revision is compared with the store's at most every two seconds, by
 * one read at a time. While the store is unavailable, the last snapshot applies; without one, `current` rejects.
 */
export function cachedConfiguration(deps: Deps): CachedConfiguration {
  const { configurationStore, catalogue, clock, log } = deps;
  const opener = makeEidOpener(deps);
  let snapshot: Snapshot | undefined;
  let refreshedAt = 0;
  let refreshing: Promise<Snapshot> | undefined;
  let isStale = false;
  let isOverdue = false;

  async function load(): Promise<Snapshot> {
    const { revision, tenants: stored, unverified = [] } = await configurationStore.read();
    for (const tenantId of unverified) log.error('configuration.unverified', { tenantId });
    const tenants = stored.filter(({ id }) => !unverified.includes(id));
    return snapshotOf(revision, tenants);
  }

  function snapshotOf(revision: number, tenants: readonly StoredTenant[]): Snapshot {
    const configuration = configurationOf(tenants, opener.open(tenants), catalogue);
    return { revision, tenants, configuration };
  }

  /** Only what changed is read, unless that is much. */
  async function update({ revision, tenants }: Snapshot): Promise<Snapshot> {
    const changes = await configurationStore.changesSince(revision);
    if (changes === undefined) return load();
    return snapshotOf(changes.revision, withChanges(tenants, changes));
  }

  async function refresh(): Promise<Snapshot> {
    if (snapshot === undefined) return load();
    const known = snapshot;
    try {
      const latest =
        (await configurationStore.revision()) === known.revision ? known : await update(known);
      if (isStale) log.info('configuration.refreshed');
      isStale = false;
      return latest;
    } catch (cause) {
      if (!isStale)
        log.warn('configuration.stale', { cause: String(cause), revision: known.revision });
      isStale = true;
      return known;
    }
  }

  async function refreshAndCache(): Promise<Snapshot> {
    isOverdue = false;
    try {
      snapshot = await refresh();
      opener.closeDropped();
      refreshedAt = clock().getTime();
      return snapshot;
    } finally {
      refreshing = undefined;
    }
  }

  async function current(): Promise<Configuration> {
    const age = clock().getTime() - refreshedAt;
    const isFresh = !isOverdue && age >= 0 && age < REFRESH_EVERY_MS;
    if (snapshot !== undefined && isFresh) return snapshot.configuration;
    refreshing ??= refreshAndCache();
    // An unavailable store must not delay requests that can be served without it.
    if (snapshot !== undefined && isStale) return snapshot.configuration;
    return (await refreshing).configuration;
  }

  return {
    current,

    refresh() {
      // A running read may have begun before the change, so another one follows it.
      isOverdue = true;
      current().catch(() => undefined);
    },

    async certificates() {
      await current();
      return opener.certificates();
    },

    close: () => opener.close(),
  };
}

/** The tenants with what changed, in the order of their ids. Applications of a tenant that does not serve are left out. */
function withChanges(
  before: readonly StoredTenant[],
  { tenants, applications }: ConfigurationChanges,
): readonly StoredTenant[] {
  const changed = new Set(tenants.map(({ id }) => id));
  const all = [...before.filter(({ id }) => !changed.has(id)), ...tenants];
  const byTenant = groupedBy(applications, ({ tenantId }) => tenantId);
  return inOrder(all, ({ id }) => id).map((tenant) => {
    const own = byTenant.get(tenant.id);
    if (own === undefined) return tenant;
    const names = new Set(own.map(({ clientId }) => clientId));
    const kept = tenant.applications.filter(({ clientId }) => !names.has(clientId));
    const now = own.flatMap(({ application }) => application ?? []);
    return { ...tenant, applications: inOrder([...kept, ...now], ({ clientId }) => clientId) };
  });
}

function inOrder<Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] {
  return items.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

type EidsByTenant = ReadonlyMap<string, readonly TenantEid[]>;

/** One immutable state of the configuration, with the usable eIDs. */
function configurationOf(
  tenants: readonly StoredTenant[],
  opened: readonly TenantEid[],
  catalogue: EidCatalogue,
): Configuration {
  const eids: EidsByTenant = groupedBy(opened, ({ setting }) => setting.tenantId);
  const domains = tenants.flatMap((tenant) => domainsOf(tenant, eids));
  const byHost = new Map(domains.map((domain) => [new URL(domain.issuer).host, domain]));
  const byIssuer = new Map(domains.map((domain) => [domain.issuer, domain]));
  const applications = new Map(
    tenants.map(({ id, applications }) => [
      id,
      new Map(applications.map((application) => [application.clientId, application])),
    ]),
  );

  const applicationsOf = ({ tenantId, issuer }: Domain) =>
    [...(applications.get(tenantId)?.values() ?? [])].filter((one) => mayUse(one, issuer));

  return Object.freeze({
    catalogue,
    domains,

    domainOf: (host: string) => byHost.get(host.toLowerCase()),

    application({ tenantId, issuer }: Domain, clientId: string) {
      const application = applications.get(tenantId)?.get(clientId);
      return application !== undefined && mayUse(application, issuer) ? application : undefined;
    },

    applications: applicationsOf,

    eid(issuer, acr) {
      const domain = byIssuer.get(issuer);
      if (domain === undefined) return undefined;
      for (const tenantEid of eidsOf(domain, eids)) {
        const variant = tenantEid.offer.variants.find((one) => one.acr === acr);
        const opened = variant === undefined ? undefined : tenantEid.eid();
        if (variant !== undefined && opened !== undefined)
          return { opened, offer: tenantEid.offer, variant };
      }
      return undefined;
    },

    claimNames(domain: Domain) {
      const offers = eidsOf(domain, eids).map(({ offer }) => offer);
      const profiles = applicationsOf(domain).map(({ claimsProfile }) => claimsProfile);
      const names = [
        ...offers.flatMap(({ claims }) => claims.map(({ name }) => name)),
        ...(profiles.includes('normalised') ? NORMALISED_NAMES : []),
        ...(profiles.includes('uri') ? offers.flatMap(uriNames) : []),
      ];
      return [...new Set(names)];
    },

    scopes: (domain: Domain) => [
      ...new Set(eidsOf(domain, eids).flatMap(({ offer }) => offer.scopes)),
    ],
  } satisfies Configuration);
}

function mayUse({ issuers }: StoredApplication, issuer: string): boolean {
  return issuers === undefined || issuers.includes(issuer);
}

function domainsOf({ id, branding: own, domains }: StoredTenant, eids: EidsByTenant): Domain[] {
  return domains.map(({ issuer, environment, ...settings }) => {
    const branding = mergedBranding(own, settings.branding);
    const offered = eidsOf({ tenantId: id, environment }, eids);
    const acrValues = offered.flatMap(({ offer }) => offer.variants.map(({ acr }) => acr));
    return Object.freeze({ tenantId: id, issuer, environment, ...settings, branding, acrValues });
  });
}

function eidsOf(
  { tenantId, environment }: Pick<Domain, 'tenantId' | 'environment'>,
  eids: EidsByTenant,
): TenantEid[] {
  return (eids.get(tenantId) ?? []).filter(
    ({ setting, mayServe }) => serves(setting.environment, environment) && mayServe(environment),
  );
}
