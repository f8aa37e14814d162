import { type Branding, mergedBranding } from '../../domain/branding.ts';
import type {
  DeclaredDomain,
  StoredApplication,
  StoredTenant,
} from '../../domain/configuration.ts';
import type { Json } from '../../domain/json.ts';
import type { Environment } from '../../domain/tenant.ts';
import type { StoredObjects } from '../../ports/stored-objects.ts';
import { UnknownObject } from './tenant-objects.ts';

/** What a preview shows: the tenant's pages, those of a domain, or those of an application. */
export interface PreviewOf {
  readonly tenantId: string;
  /** The host of a domain. */
  readonly domain: string | undefined;
  /** A client id. */
  readonly application: string | undefined;
  /** As on domains of that kind; undefined: as on the domain. */
  readonly environment: Environment | undefined;
  /** In place of the stored branding of the innermost object named; undefined: as it is stored. */
  readonly branding: Json | undefined;
}

/** The looks of the pages, and the names on them. */
export interface BrandedLook {
  readonly branding: Branding | undefined;
  readonly environment: Environment;
  readonly issuer: string;
  readonly applicationName: string;
}

interface Deps {
  readonly storedObjects: Pick<StoredObjects, 'tenantFrame' | 'application'>;
  /** Checks a branding by the rules of the file. @throws {ConfigurationProblems} */
  readonly checkBranding: (branding: Json, environment: Environment) => Branding | undefined;
}

/**
 * Finds the looks for a preview. Nothing is written.
 * @throws {UnknownObject}
 * @throws {ConfigurationProblems} the branding to try breaks a rule of the file
 */
export type ReadBrandedLook = (wanted: PreviewOf) => Promise<BrandedLook>;

/** An application that has no name yet, on pages of a tenant or domain. */
const SOME_APPLICATION = 'Example';

/** Makes the reader of looks. */
export function makeReadBrandedLook({ storedObjects, checkBranding }: Deps): ReadBrandedLook {
  return async function readBrandedLook(wanted) {
    const { tenantId, branding: tried } = wanted;
    const tenant = await storedObjects.tenantFrame(tenantId);
    if (tenant === undefined) throw new UnknownObject('there is no such tenant');
    const application = await applicationOf(wanted);
    const domain = domainOf(tenant, wanted, application);
    const environment = wanted.environment ?? domain?.environment ?? 'test';
    const scopes = [
      tenant,
      ...(wanted.domain === undefined && application === undefined ? [] : [domain]),
      ...(application === undefined ? [] : [application]),
    ].map((scope) => scope?.branding);
    const replaced =
      tried === undefined ? scopes : [...scopes.slice(0, -1), checkBranding(tried, environment)];
    return {
      branding: replaced.reduce((wider, narrower) => mergedBranding(wider, narrower), undefined),
      environment,
      issuer: domain?.issuer ?? 'https://login.example.com',
      applicationName: application?.name ?? SOME_APPLICATION,
    };
  };

  async function applicationOf({
    tenantId,
    application,
  }: PreviewOf): Promise<StoredApplication | undefined> {
    if (application === undefined) return undefined;
    const found = await storedObjects.application(tenantId, application);
    if (found === undefined) throw new UnknownObject('there is no such application');
    return found;
  }
}

/** The domain that is named, else the first that the application may use. */
function domainOf(
  { domains }: StoredTenant,
  { domain: host }: PreviewOf,
  application: StoredApplication | undefined,
): DeclaredDomain | undefined {
  if (host === undefined) {
    return domains.find(({ issuer }) => application?.issuers?.includes(issuer) ?? true);
  }
  const found = domains.find(({ issuer }) => new URL(issuer).host === host);
  if (found === undefined) throw new UnknownObject('there is no such domain');
  return found;
}
