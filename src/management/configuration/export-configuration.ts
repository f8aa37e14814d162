import { APPLICATION_DEFAULTS } from '../../domain/application.ts';
import type { Branding } from '../../domain/branding.ts';
import {
  clientSecretContext,
  type DeclaredDomain,
  type StoredApplication,
  type StoredEid,
  type StoredTenant,
  type StoredWebhook,
} from '../../domain/configuration.ts';
import type { Json, JsonObject } from '../../domain/json.ts';
import { DEFAULT_LIMITS } from '../../domain/tenant.ts';
import { WEBHOOK_EVENTS } from '../../domain/webhook.ts';
import { differingKeys, isSame, openedSecrets, openedSettings } from './sealed-configuration.ts';
import { eidSecretContext, type SecretParts, webhookSecretContext } from './stored-secrets.ts';

/** What is stored cannot be shown: no known key opens it. */
export class UnreadableSecrets extends Error {}

/**
 * A stored tenant in the shape of the configuration file, without settings that have their default. A secret is a reference
 * to the stored one, so that applying the result changes nothing.
 * @throws {UnreadableSecrets} settings of an eID, or secrets of a webhook, open with no known key
 */
export function exportedTenant(tenant: StoredTenant, parts: SecretParts): JsonObject {
  const { id, name, branding, domains, eids, applications, webhooks } = tenant;
  return given({
    id,
    name,
    branding: brandingIn(branding),
    requireSecondPerson: tenant.requireSecondPerson === true ? true : undefined,
    domains: domains.map(exportedDomain),
    eids: eids.map((eid) => exportedEid(id, eid, parts)),
    applications: applications.map((application) => exportedApplication(id, application, parts)),
    webhooks: someOf(webhooks.map((webhook) => exportedWebhook(id, webhook, parts))),
  });
}

/** One domain in the shape of the file. */
export function exportedDomain({ limits, ...domain }: DeclaredDomain): JsonObject {
  return given({
    issuer: domain.issuer,
    environment: domain.environment,
    singleSignOnSeconds: domain.singleSignOn,
    singleSignOnOtherDeviceSeconds: domain.singleSignOnOtherDevice,
    ...withoutDefaults(limits, DEFAULT_LIMITS),
    branding: brandingIn(domain.branding),
  });
}

/** One eID in the shape of the file. @throws {UnreadableSecrets} no known key opens its settings */
export function exportedEid(
  tenantId: string,
  stored: StoredEid,
  { vault, mapEidSecrets }: SecretParts,
): JsonObject {
  const { eid, environment, acrValues } = stored;
  const settings = openedSettings(tenantId, stored, vault);
  if (settings === undefined) {
    throw new UnreadableSecrets(`tenant ${tenantId}, eid ${eid}: no known key opens the settings`);
  }
  const context = eidSecretContext(tenantId, eid);
  return given({
    eid,
    environment: environment === 'both' ? undefined : environment,
    acrValues,
    settings: mapEidSecrets(eid, settings, (secret) => reference(vault, secret, context)),
  });
}

/** One application in the shape of the file. */
export function exportedApplication(
  tenantId: string,
  application: StoredApplication,
  { vault }: SecretParts,
): JsonObject {
  const { clientId, name, issuers, flows, redirectUris, secrets, ...others } = application;
  const { idTokenLifetime, assertionLifetime, ...settings } = withoutDefaults(
    others,
    APPLICATION_DEFAULTS,
  );
  const context = clientSecretContext(tenantId, clientId);
  return given({
    clientId,
    name,
    issuers,
    flows,
    redirectUris: someOf(redirectUris),
    secrets: someOf(
      secrets.map(({ hash, expiresAt }) =>
        given({
          value: reference(vault, hash, context),
          expiresAt: expiresAt && momentOf(expiresAt),
        }),
      ),
    ),
    ...settings,
    idTokenLifetimeSeconds: idTokenLifetime,
    assertionLifetimeSeconds: assertionLifetime,
  });
}

/** One webhook in the shape of the file. @throws {UnreadableSecrets} no known key opens its secrets */
export function exportedWebhook(
  tenantId: string,
  webhook: StoredWebhook,
  { vault }: SecretParts,
): JsonObject {
  const { id, url, events } = webhook;
  const secrets = openedSecrets(tenantId, webhook, vault);
  if (secrets === undefined) {
    throw new UnreadableSecrets(
      `tenant ${tenantId}, webhook ${id}: no known key opens the secrets`,
    );
  }
  const context = webhookSecretContext(tenantId);
  return given({
    id,
    url,
    events: isSame(events, WEBHOOK_EVENTS) ? undefined : events,
    secrets: secrets.map((secret) => ({ value: reference(vault, secret, context) })),
  });
}

/** Stored as in the file. */
function brandingIn(branding: Branding | undefined): JsonObject | undefined {
  return branding && given({ ...branding });
}

function reference(vault: SecretParts['vault'], text: string, context: string): JsonObject {
  const [newest] = vault.fingerprints(text, context);
  if (newest === undefined) throw new Error('the vault has no key');
  return { stored: newest };
}

/** The members that differ from their defaults. */
function withoutDefaults(value: object, defaults: object): Record<string, Json | undefined> {
  const differing = differingKeys(value, defaults);
  const members = Object.entries(value).filter(([name]) => differing.includes(name));
  return Object.fromEntries(members);
}

/** Without the members that are undefined. */
function given(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const entries = Object.entries(members).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries) as JsonObject;
}

/** Undefined for an empty list: the same as an absent one. */
function someOf<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** In UTC, without a fraction of zero. */
function momentOf(time: Date): string {
  return time.toISOString().replace('.000Z', 'Z');
}
