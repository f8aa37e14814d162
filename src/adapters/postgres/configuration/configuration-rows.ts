import { type Acr, parseAcr } from '../../../domain/acr.ts';
import { APPLICATION_DEFAULTS, type HashedSecret } from '../../../domain/application.ts';
import type { Branding } from '../../../domain/branding.ts';
import type {
  ApplicationSettings,
  DeclaredDomain,
  StoredApplication,
  StoredEid,
  StoredTenant,
  StoredWebhook,
} from '../../../domain/configuration.ts';
import { DEFAULT_LIMITS } from '../../../domain/tenant.ts';

/** A tenant as the database returns it; null for an empty list. */
export interface TenantDocument {
  readonly id: string;
  readonly name: string;
  readonly branding?: Branding | null;
  readonly requireSecondPerson?: boolean;
  readonly domains: readonly DomainDocument[] | null;
  readonly eids: readonly EidDocument[] | null;
  readonly applications: readonly ApplicationDocument[] | null;
  readonly webhooks: readonly WebhookDocument[] | null;
  /** In base64; null when apply never wrote the tenant. */
  readonly configurationMac?: string | null;
  /** In base64, over its own settings and the sum of its applications; null until it is written. */
  readonly partsMac?: string | null;
}

/** A domain as the database returns it. */
export interface DomainDocument extends Pick<DeclaredDomain, 'issuer' | 'environment'> {
  readonly singleSignOn: number | null;
  readonly singleSignOnOtherDevice: number | null;
  readonly startsPerPerson: number | null;
  readonly silentAnswersPerPerson: number | null;
  readonly branding?: Branding | null;
}

/**
 * The settings for an eID as the database returns them: encrypted columns in base64, acr values as unchecked texts.
 */
export interface EidDocument extends Omit<StoredEid, 'acrValues' | 'sealedSettings'> {
  readonly acrValues: readonly string[] | null;
  readonly sealedSettings: string;
}

/** A webhook as the database returns it; its secrets in base64. */
export interface WebhookDocument extends Omit<StoredWebhook, 'sealedSecrets'> {
  readonly sealedSecrets: string;
}

/** An application as the database returns it. */
export interface ApplicationDocument {
  readonly clientId: string;
  readonly settings: SettingsDocument;
  readonly secrets: readonly SecretDocument[];
}

/** The settings of every row: they have no default. */
type RequiredSetting = 'name' | 'flows' | 'redirectUris';
/** Unchecked texts. */
type AcrSettings = 'acrValues' | 'defaultAcrValues';

/** `application.settings`. An absent member has its default. */
export interface SettingsDocument
  extends Pick<ApplicationSettings, RequiredSetting>,
    Partial<Omit<ApplicationSettings, 'clientId' | RequiredSetting | AcrSettings>> {
  readonly acrValues?: readonly string[] | undefined;
  readonly defaultAcrValues?: string | undefined;
}

/** A member of `application.secrets`; the moment in ISO 8601. */
export interface SecretDocument {
  readonly hash: string;
  readonly expiresAt?: string | undefined;
}

/** Reads a tenant; domains by issuer, applications by client id, webhooks by id, eIDs in their own order. */
export function tenantOf(document: TenantDocument): StoredTenant {
  const { id, name, domains, eids, applications, webhooks } = document;
  return {
    id,
    name,
    branding: document.branding ?? undefined,
    requireSecondPerson: document.requireSecondPerson || undefined,
    domains: (domains ?? []).map(domainOf),
    eids: (eids ?? []).map(eidOf),
    applications: (applications ?? []).map(applicationOf),
    webhooks: (webhooks ?? []).map(({ sealedSecrets, ...webhook }) => ({
      ...webhook,
      sealedSecrets: Buffer.from(sealedSecrets, 'base64'),
    })),
  };
}

function domainOf({ issuer, environment, ...document }: DomainDocument): DeclaredDomain {
  const singleSignOn = document.singleSignOn ?? undefined;
  const singleSignOnOtherDevice = document.singleSignOnOtherDevice ?? undefined;
  const limits = {
    startsPerPerson: document.startsPerPerson ?? DEFAULT_LIMITS.startsPerPerson,
    silentAnswersPerPerson:
      document.silentAnswersPerPerson ?? DEFAULT_LIMITS.silentAnswersPerPerson,
  };
  const branding = document.branding ?? undefined;
  return { issuer, environment, singleSignOn, singleSignOnOtherDevice, limits, branding };
}

function eidOf({ acrValues, sealedSettings, ...others }: EidDocument): StoredEid {
  const place = `eid_setting.acr_values of ${others.eid}`;
  return {
    ...others,
    acrValues: acrValues?.map((acr) => acrOf(place, acr)),
    sealedSettings: Buffer.from(sealedSettings, 'base64'),
  };
}

/** Reads an application. */
export function applicationOf({
  clientId,
  settings,
  secrets,
}: ApplicationDocument): StoredApplication {
  const { issuers, acrValues, defaultAcrValues, ...others } = settings;
  const place = `application.settings of ${clientId}`;
  return {
    ...APPLICATION_DEFAULTS,
    ...others,
    clientId,
    issuers,
    secrets: secrets.map(secretOf),
    acrValues: acrValues?.map((acr) => acrOf(place, acr)),
    defaultAcrValues: defaultAcrValues === undefined ? undefined : acrOf(place, defaultAcrValues),
  };
}

function secretOf({ hash, expiresAt }: SecretDocument): HashedSecret {
  return { hash, expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt) };
}

function acrOf(place: string, text: string): Acr {
  const acr = parseAcr(text);
  if (acr === undefined) throw new Error(`${place}: no acr: ${text}`);
  return acr;
}

/** A tenant as the database returns it, without the hash. */
export function documentOf(tenant: StoredTenant): TenantDocument {
  const { id, name, domains, eids, applications, webhooks } = tenant;
  return {
    id,
    name,
    branding: tenant.branding ?? null,
    requireSecondPerson: tenant.requireSecondPerson === true,
    domains: domains.map(
      ({ limits, singleSignOn = null, singleSignOnOtherDevice = null, branding, ...domain }) => ({
        ...domain,
        ...limits,
        branding: branding ?? null,
        singleSignOn,
        singleSignOnOtherDevice,
      }),
    ),
    eids: eids.map((eid) => ({
      ...eid,
      acrValues: eid.acrValues ?? null,
      sealedSettings: base64Of(eid.sealedSettings),
    })),
    applications: applications.map((application) => ({
      clientId: application.clientId,
      ...applicationColumns(application),
    })),
    webhooks: webhooks.map((webhook) => ({
      ...webhook,
      sealedSecrets: base64Of(webhook.sealedSecrets),
    })),
  };
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** The columns of an application beside its client id. */
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
