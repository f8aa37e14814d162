import {
  APPLICATION_DEFAULTS,
  type Application,
  type ClientAuthentication,
  clientAuthentications,
  needsChallenge,
  offeredAcrValues,
} from '../../domain/application.ts';
import { grantedScope } from '../../domain/claims.ts';
import { type OfferedClaim, offeredClaims } from '../../domain/claims-profile.ts';
import {
  type DeclaredDomain,
  type StoredApplication,
  type StoredEid,
  type StoredTenant,
  serves,
} from '../../domain/configuration.ts';
import {
  type EidOffer,
  type EidVariant,
  type Level,
  mayServeProduction,
} from '../../domain/eid-offer.ts';
import { FLOWS, type Flow } from '../../domain/flow.ts';
import type { Json, JsonObject } from '../../domain/json.ts';
import type { Environment } from '../../domain/tenant.ts';
import type { StoredObjects } from '../../ports/stored-objects.ts';
import { exportedApplication } from './export-configuration.ts';
import { openedSettings } from './sealed-configuration.ts';
import type { SecretParts } from './stored-secrets.ts';
import { UnknownObject } from './tenant-objects.ts';

/** What an application gets, with every default filled in. */
export interface EffectiveApplication {
  /** Every setting by its name in the file; null where one is absent and has no default. Secrets are references. */
  readonly settings: JsonObject;
  /** The names of the settings that have their default. */
  readonly defaults: readonly string[];
  readonly clientAuthentication: readonly ClientAuthentication[];
  /** A request for a code must have a PKCE challenge. */
  readonly needsChallenge: boolean;
  /** The client metadata of OpenID Connect Registration, as the protocol library has it, without secrets and keys. */
  readonly metadata: JsonObject;
  readonly issuers: readonly EffectiveIssuer[];
}

/** An issuer that the application may use. */
export interface EffectiveIssuer {
  readonly issuer: string;
  readonly environment: Environment;
  /** Absolute URLs. */
  readonly endpoints: Readonly<Record<string, string>>;
  readonly eids: readonly EffectiveEid[];
}

/** An acr value that the application may request, and what a login by it releases. */
export interface EffectiveEid {
  readonly acr: string;
  readonly eid: string;
  readonly title: string;
  readonly level: Level | null;
  readonly device: string | null;
  /** The application's flows that it serves. */
  readonly flows: readonly Flow[];
  readonly claims: readonly EffectiveClaim[];
}

/** A claim, and whether the application gets it. */
export interface EffectiveClaim {
  readonly name: string;
  readonly scope: string | null;
  /**
   * - `always`: every login has it
   * - `sometimes`: where the eID has it
   * - `on-request`: when the request has the scope
   * - `not-granted`: the settings do not grant the scope
   */
  readonly released: 'always' | 'sometimes' | 'on-request' | 'not-granted';
  readonly description: string | null;
  readonly example: Json;
}

/** An eID of this release. */
export interface DescribedOffer {
  readonly offer: EidOffer;
  /** Value of `identityscheme`. */
  readonly scheme: string;
}

interface Deps {
  readonly storedObjects: Pick<StoredObjects, 'tenantFrame' | 'application'>;
  readonly secretParts: SecretParts;
  readonly eids: readonly DescribedOffer[];
  /** The endpoints of an issuer for these flows, as absolute URLs. */
  readonly endpointsOf: (
    issuer: string,
    flows: readonly Flow[],
  ) => Readonly<Record<string, string>>;
  readonly metadataOf: (application: Application) => JsonObject;
}

/** Reads what an application gets. @throws {UnknownObject} */
export type ReadEffectiveApplication = (
  tenantId: string,
  clientId: string,
) => Promise<EffectiveApplication>;

/** Makes that reader. It reads the stored configuration, so that a change is seen at once. */
export function makeReadEffectiveApplication(deps: Deps): ReadEffectiveApplication {
  const { storedObjects, secretParts, endpointsOf, metadataOf } = deps;

  return async function readEffectiveApplication(tenantId, clientId) {
    const [tenant, application] = await Promise.all([
      storedObjects.tenantFrame(tenantId),
      storedObjects.application(tenantId, clientId),
    ]);
    if (tenant === undefined || application === undefined) {
      throw new UnknownObject('there is no such application');
    }
    const given = exportedApplication(tenantId, application, secretParts);
    const defaults = Object.entries(defaultsIn(tenant)).filter(([name]) => !(name in given));
    const domains = tenant.domains.filter(
      ({ issuer }) => application.issuers?.includes(issuer) ?? true,
    );
    return {
      settings: { ...given, ...Object.fromEntries(defaults) } as JsonObject,
      defaults: defaults.map(([name]) => name),
      clientAuthentication: clientAuthentications(application),
      needsChallenge: needsChallenge(application),
      metadata: metadataOf(application),
      issuers: domains.map((domain) => ({
        issuer: domain.issuer,
        environment: domain.environment,
        endpoints: endpointsOf(domain.issuer, application.flows),
        eids: eidsOf(tenant, domain, application),
      })),
    };
  };

  function eidsOf(
    tenant: StoredTenant,
    domain: DeclaredDomain,
    application: StoredApplication,
  ): EffectiveEid[] {
    const offered = tenant.eids
      .filter(({ environment }) => serves(environment, domain.environment))
      .flatMap((eid) => variantsOf(tenant.id, eid, domain.environment));
    const acrValues = offeredAcrValues(
      application,
      offered.map(({ variant }) => variant.acr),
    );
    return offered
      .filter(({ variant }) => acrValues.includes(variant.acr))
      .map((one) => effectiveEid(one, application));
  }

  function variantsOf(tenantId: string, stored: StoredEid, environment: Environment) {
    const known = deps.eids.find(({ offer }) => offer.name === stored.eid);
    const settings = openedSettings(tenantId, stored, secretParts.vault);
    if (known === undefined || settings === undefined) return [];
    if (environment === 'production' && !mayServeProduction(known.offer, settings)) return [];
    const { variants } = known.offer;
    const chosen =
      stored.acrValues?.flatMap((acr) => variants.find((one) => one.acr === acr) ?? []) ?? variants;
    return chosen.map((variant) => ({ ...known, variant }));
  }
}

interface OfferedVariant extends DescribedOffer {
  readonly variant: EidVariant;
}

function effectiveEid(one: OfferedVariant, application: StoredApplication): EffectiveEid {
  const { offer, variant } = one;
  const { acr, title, level = null, device = null, channels } = variant;
  const flows = application.flows.filter((flow) => channels[FLOWS[flow].channel] !== undefined);
  const { scopes } = offer;
  const granted = grantedScope(scopes, application, scopes);
  return {
    acr,
    eid: offer.name,
    title,
    level,
    device,
    flows,
    claims: offeredClaims(application.claimsProfile, one).map((claim) => ({
      name: claim.name,
      scope: claim.scope ?? null,
      released: releaseOf(claim, granted, application),
      description: claim.description ?? null,
      example: claim.example,
    })),
  };
}

function releaseOf(
  { scope, optional }: OfferedClaim,
  granted: readonly string[],
  { dynamicScopes }: StoredApplication,
): EffectiveClaim['released'] {
  if (scope !== undefined && !granted.includes(scope)) return 'not-granted';
  if (scope !== undefined && dynamicScopes) return 'on-request';
  return optional ? 'sometimes' : 'always';
}

/** The defaults of an application's settings by their names in the file. */
function defaultsIn({ domains }: StoredTenant): Readonly<Record<string, unknown>> {
  const { idTokenLifetime, assertionLifetime, ...same } = APPLICATION_DEFAULTS;
  const all = {
    issuers: domains.map(({ issuer }) => issuer),
    redirectUris: [],
    secrets: [],
    ...same,
    idTokenLifetimeSeconds: idTokenLifetime,
    assertionLifetimeSeconds: assertionLifetime,
  };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value ?? null]));
}
