import { type StoredApplication, type StoredTenant, serves } from '../../domain/content.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/directory.ts';
import type { TenantEid } from './tenant-eid.ts';

/** One immutable state of the configuration, with the eIDs that can be used. */
export function configurationOf(
  tenants: readonly StoredTenant[],
  eids: readonly TenantEid[],
): Configuration {
  const domains = tenants.flatMap((tenant) => domainsOf(tenant, eids));
  const byHost = new Map(domains.map((domain) => [new URL(domain.issuer).host, domain]));
  const byIssuer = new Map(domains.map((domain) => [domain.issuer, domain]));
  const applications = new Map(
    tenants.map(({ id, applications }) => [
      id,
      new Map(applications.map((application) => [application.clientId, application])),
    ]),
  );

  return Object.freeze({
    domains,

    domainOf: (host: string) => byHost.get(host.toLowerCase()),

    application({ tenantId, issuer }: Domain, clientId: string) {
      const application = applications.get(tenantId)?.get(clientId);
      return application !== undefined && mayUse(application, issuer) ? application : undefined;
    },

    applications: ({ tenantId, issuer }: Domain) =>
      [...(applications.get(tenantId)?.values() ?? [])].filter((one) => mayUse(one, issuer)),

    eid(issuer, acr) {
      const domain = byIssuer.get(issuer);
      if (domain === undefined) return undefined;
      for (const tenantEid of eidsOf(domain, eids)) {
        const variant = tenantEid.offer.variants.find((one) => one.acr === acr);
        const eid = variant === undefined ? undefined : tenantEid.eid();
        if (variant !== undefined && eid !== undefined) return { eid, variant };
      }
      return undefined;
    },

    claimNames: (domain: Domain) => [
      ...new Set(eidsOf(domain, eids).flatMap(({ offer }) => offer.claims)),
    ],

    scopes: (domain: Domain) => [
      ...new Set(eidsOf(domain, eids).flatMap(({ offer }) => offer.scopes)),
    ],
  } satisfies Configuration);
}

function mayUse({ issuers }: StoredApplication, issuer: string): boolean {
  return issuers === undefined || issuers.includes(issuer);
}

function domainsOf({ id, domains }: StoredTenant, eids: readonly TenantEid[]): Domain[] {
  return domains.map(({ issuer, environment, ...settings }) => {
    const own = eidsOf({ tenantId: id, environment }, eids);
    const acrValues = own.flatMap(({ offer }) => offer.variants.map(({ acr }) => acr));
    return Object.freeze({ tenantId: id, issuer, environment, ...settings, acrValues });
  });
}

function eidsOf(
  { tenantId, environment }: Pick<Domain, 'tenantId' | 'environment'>,
  eids: readonly TenantEid[],
): TenantEid[] {
  return eids.filter(
    ({ setting }) => setting.tenantId === tenantId && serves(setting.environment, environment),
  );
}
