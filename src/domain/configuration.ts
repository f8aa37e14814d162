import type { Acr } from './acr.ts';
import type { Application } from './application.ts';
import type { Branding } from './branding.ts';
import type { JsonObject } from './json.ts';
import type { DomainLimits, Environment } from './tenant.ts';
import type { WebhookSettings } from './webhook.ts';

/** The operator's declaration: complete for each named tenant. Other tenants stay as they are. */
export interface DeclaredConfiguration {
  readonly tenants: readonly DeclaredTenant[];
}

/** One tenant as declared, with its secrets in plain text: in memory only. */
export interface DeclaredTenant extends TenantSettings {
  readonly eids: readonly DeclaredEid[];
  readonly applications: readonly DeclaredApplication[];
  readonly webhooks: readonly DeclaredWebhook[];
}

/** A tenant without its eIDs, applications and webhooks. */
export interface TenantSettings {
  readonly id: string;
  readonly name: string;
  readonly branding?: Branding | undefined;
  /** Keys, production certificates and removals wait for a second person; absent: they do not. */
  readonly requireSecondPerson?: boolean | undefined;
  readonly domains: readonly DeclaredDomain[];
}

/** One issuer of a tenant. */
export interface DeclaredDomain {
  /** Origin without a path or a trailing slash, for example `https://login.example.com`. */
  readonly issuer: string;
  readonly environment: Environment;
  /** How long a person stays logged in here, in seconds; undefined: every request needs its own login. */
  readonly singleSignOn: number | undefined;
  /** The same after a login on another device; absent: such a login begins no session. */
  readonly singleSignOnOtherDevice?: number | undefined;
  readonly limits: DomainLimits;
  readonly branding?: Branding | undefined;
}

/** The domains of a tenant for which an eID's settings apply. */
export type EidEnvironment = Environment | 'both';

/** The settings with which a tenant uses one eID. */
export interface DeclaredEid {
  readonly eid: string;
  readonly environment: EidEnvironment;
  /** The acr values that are offered, in this order; all of the eID when absent. */
  readonly acrValues: readonly Acr[] | undefined;
  readonly settings: JsonObject;
}

/** One application as declared. */
export interface DeclaredApplication extends ApplicationSettings {
  readonly secrets: readonly DeclaredSecret[];
}

/** All settings of an application but its secrets. */
export interface ApplicationSettings extends Omit<Application, 'secrets'> {
  /** The issuers it may use; all of the tenant's when absent. */
  readonly issuers: readonly string[] | undefined;
}

/** A client secret as declared: in plain text, as it is stored, or as it was stored once. */
export interface DeclaredSecret {
  readonly value: string | StoredReference | { readonly hash: string };
  readonly expiresAt: Date | undefined;
}

/** A secret that stays as it is stored. */
export interface StoredReference {
  /** The fingerprint of the stored secret: 12 hexadecimal digits. */
  readonly stored: string;
}

/** One webhook as declared. */
export interface DeclaredWebhook extends WebhookSettings {
  /** Each secret signs the messages, as in Standard Webhooks. */
  readonly secrets: readonly string[];
}

/** One stored tenant: client secrets as hashes, webhook secrets and eID settings encrypted. */
export interface StoredTenant extends TenantSettings {
  /** In the order in which they were declared: discovery lists them so. */
  readonly eids: readonly StoredEid[];
  readonly applications: readonly StoredApplication[];
  readonly webhooks: readonly StoredWebhook[];
}

/** The stored settings of an eID. */
export interface StoredEid {
  readonly eid: string;
  readonly environment: EidEnvironment;
  /** The acr values that are offered, in this order; all of the eID when absent. */
  readonly acrValues: readonly Acr[] | undefined;
  /** The settings as JSON, encrypted for `eidSettingsContext`. */
  readonly sealedSettings: Uint8Array;
}

/** A stored webhook. */
export interface StoredWebhook extends WebhookSettings {
  /** The secrets as a list in JSON, encrypted for `webhookSecretsContext`. */
  readonly sealedSecrets: Uint8Array;
}

/** A stored application. */
export type StoredApplication = ApplicationSettings & Application;

/** True when settings of that scope apply to a domain of that environment. */
export function serves(scope: EidEnvironment, environment: Environment): boolean {
  return scope === 'both' || scope === environment;
}

/** The vault's context for the hash of a client secret. */
export function clientSecretContext(tenantId: string, clientId: string): string {
  return `client-secret:${tenantId}:${clientId}`;
}

/** The vault's context for the settings of an eID. */
export function eidSettingsContext(tenantId: string, eid: string, scope: EidEnvironment): string {
  return `eid-settings:${tenantId}:${eid}:${scope}`;
}
