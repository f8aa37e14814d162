import { type Acr, parseAcr } from '../../domain/acr.ts';
import type { HashedSecret } from '../../domain/application.ts';
import type {
  DomainContent,
  StoredApplication,
  StoredEid,
  StoredTenant,
} from '../../domain/content.ts';
import type { Flow } from '../../domain/flow.ts';
import type { JsonObject } from '../../domain/json.ts';
import { lifetimes } from '../../domain/lifetimes.ts';
import type { SigningAlgorithm } from '../../domain/signing-algorithm.ts';

/** A tenant as the database hands it out; empty lists come as null. */
export interface TenantDocument {
  readonly id: string;
  readonly name: string;
  readonly domains: readonly DomainContent[] | null;
  readonly eids: readonly StoredEid[] | null;
  readonly applications: readonly ApplicationDocument[] | null;
}

/** An application as the database hands it out. */
export interface ApplicationDocument {
  readonly clientId: string;
  readonly settings: SettingsDocument;
  readonly secrets: readonly SecretDocument[];
}

/** `application.settings`. A member is absent in rows of a release that did not know it. */
export interface SettingsDocument {
  readonly name: string;
  readonly flows: readonly Flow[];
  readonly redirectUris: readonly string[];
  readonly issuers?: readonly string[] | undefined;
  readonly jwks?: { readonly keys: readonly JsonObject[] } | undefined;
  readonly dynamicScopes?: boolean;
  readonly scopes?: readonly string[];
  readonly acrValues?: readonly string[] | undefined;
  readonly defaultAcrValues?: string | undefined;
  readonly idTokenSigningAlg?: SigningAlgorithm;
  readonly idTokenLifetime?: number;
  readonly requirePkce?: boolean;
  readonly allowTokenEndpointAudience?: boolean;
}

/** A member of `application.secrets`; the moment in ISO 8601. */
export interface SecretDocument {
  readonly hash: string;
  readonly expiresAt?: string | undefined;
}

/** Reads a tenant; domains by issuer, applications by client id, eIDs in their own order. */
export function tenantOf(document: TenantDocument): StoredTenant {
  const { id, name, domains, eids, applications } = document;
  return {
    id,
    name,
    domains: domains ?? [],
    eids: eids ?? [],
    applications: (applications ?? []).map(applicationOf),
  };
}

function applicationOf({ clientId, settings, secrets }: ApplicationDocument): StoredApplication {
  return {
    clientId,
    name: settings.name,
    issuers: settings.issuers,
    flows: settings.flows,
    redirectUris: settings.redirectUris,
    secrets: secrets.map(secretOf),
    jwks: settings.jwks,
    dynamicScopes: settings.dynamicScopes ?? false,
    scopes: settings.scopes ?? [],
    acrValues: settings.acrValues?.map((acr) => acrOf(clientId, acr)),
    defaultAcrValues:
      settings.defaultAcrValues === undefined
        ? undefined
        : acrOf(clientId, settings.defaultAcrValues),
    idTokenSigningAlg: settings.idTokenSigningAlg ?? 'RS256',
    idTokenLifetime: settings.idTokenLifetime ?? lifetimes.idToken,
    requirePkce: settings.requirePkce ?? false,
    allowTokenEndpointAudience: settings.allowTokenEndpointAudience ?? false,
  };
}

function secretOf({ hash, expiresAt }: SecretDocument): HashedSecret {
  return { hash, expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt) };
}

function acrOf(clientId: string, text: string): Acr {
  const acr = parseAcr(text);
  if (acr === undefined) throw new Error(`application.settings of ${clientId}: no acr: ${text}`);
  return acr;
}

/** What is stored of an application beside its client id. */
export function applicationColumns(application: StoredApplication): {
  readonly settings: SettingsDocument;
  readonly secrets: readonly SecretDocument[];
} {
  const { clientId: _, secrets, ...settings } = application;
  return {
    settings,
    secrets: secrets.map(({ hash, expiresAt }) => ({ hash, expiresAt: expiresAt?.toISOString() })),
  };
}
