import type { HashedSecret } from '../../domain/application.ts';
import {
  clientSecretContext,
  type DeclaredApplication,
  type DeclaredEid,
  type DeclaredSecret,
  type DeclaredTenant,
  type DeclaredWebhook,
  eidSettingsContext,
  type StoredApplication,
  type StoredEid,
  type StoredTenant,
  type StoredWebhook,
} from '../../domain/configuration.ts';
import type { JsonObject } from '../../domain/json.ts';
import { webhookSecretsContext } from '../../domain/webhook.ts';
import type { Vault } from '../../ports/vault.ts';

/** A vault that recognises texts. */
export interface ConfigurationVault extends Vault {
  /** True for what the newest key made. */
  isCurrent(made: Uint8Array | string): boolean;
  /** Short names of a secret in a context, one for each key; that of the newest key first. */
  fingerprints(text: string, context: string): readonly string[];
}

/** A reference to a stored secret that does not exist. */
export class UnknownStoredSecret extends Error {}

/**
 * The stored form of a declared tenant. Equal parts that are stored under the newest key are reused: hashes and encrypted
 * texts change only when they must.
 * @throws {UnknownStoredSecret} a client secret refers to one that is not stored
 */
export function storedTenantOf(
  declared: DeclaredTenant,
  stored: StoredTenant | undefined,
  vault: ConfigurationVault,
): StoredTenant {
  const { id, name, branding, requireSecondPerson, domains } = declared;
  // A tenant may have thousands.
  const applications = new Map(stored?.applications.map((one) => [one.clientId, one]));
  return {
    id,
    name,
    branding,
    requireSecondPerson,
    domains,
    eids: declared.eids.map((eid) => sealed(eid, { id, stored: stored?.eids ?? [], vault })),
    applications: declared.applications.map((application) =>
      hashed(application, { id, old: applications.get(application.clientId), vault }),
    ),
    webhooks: declared.webhooks.map((webhook) =>
      withSealedSecrets(webhook, { id, stored: stored?.webhooks ?? [], vault }),
    ),
  };
}

/** An eID's settings in plain text; undefined when they cannot be opened. */
export function openedSettings(
  tenantId: string,
  { eid, environment, sealedSettings }: StoredEid,
  vault: Vault,
): JsonObject | undefined {
  try {
    return JSON.parse(vault.open(sealedSettings, eidSettingsContext(tenantId, eid, environment)));
  } catch {
    return undefined;
  }
}

/** A webhook's secrets in plain text; undefined when they cannot be opened. */
export function openedSecrets(
  tenantId: string,
  { sealedSecrets, ...frame }: StoredWebhook,
  vault: Vault,
): readonly string[] | undefined {
  try {
    return JSON.parse(vault.open(sealedSecrets, webhookSecretsContext(tenantId, frame)));
  } catch {
    return undefined;
  }
}

interface Known<Part> {
  readonly id: string;
  readonly stored: readonly Part[];
  readonly vault: ConfigurationVault;
}

function sealed(declared: DeclaredEid, { id, stored, vault }: Known<StoredEid>): StoredEid {
  const { settings, ...frame } = declared;
  const { eid, environment } = frame;
  const old = stored.find((one) => one.eid === eid && one.environment === environment);
  if (
    old !== undefined &&
    vault.isCurrent(old.sealedSettings) &&
    isSame(openedSettings(id, old, vault), settings)
  ) {
    return { ...frame, sealedSettings: old.sealedSettings };
  }
  const context = eidSettingsContext(id, eid, environment);
  return { ...frame, sealedSettings: vault.seal(JSON.stringify(settings), context) };
}

function hashed(
  declared: DeclaredApplication,
  {
    id,
    old,
    vault,
  }: {
    readonly id: string;
    readonly old: StoredApplication | undefined;
    readonly vault: ConfigurationVault;
  },
): StoredApplication {
  const context = clientSecretContext(id, declared.clientId);
  const hashOf = ({ value, expiresAt }: DeclaredSecret): HashedSecret => {
    if (typeof value !== 'string') {
      if ('hash' in value) return { hash: value.hash, expiresAt };
      const same = old?.secrets.find(({ hash }) =>
        vault.fingerprints(hash, context).includes(value.stored),
      );
      if (same !== undefined) return { hash: same.hash, expiresAt };
      throw new UnknownStoredSecret(
        `tenant ${id}, application ${declared.clientId}: no stored secret has the fingerprint ${value.stored}`,
      );
    }
    const known = old?.secrets.find(({ hash }) => vault.matches(value, hash, context));
    const keep = known !== undefined && vault.isCurrent(known.hash);
    return { hash: keep ? known.hash : vault.hash(value, context), expiresAt };
  };
  return { ...declared, secrets: declared.secrets.map(hashOf) };
}

function withSealedSecrets(
  { secrets, ...frame }: DeclaredWebhook,
  { id, stored, vault }: Known<StoredWebhook>,
): StoredWebhook {
  const old = stored.find((one) => one.id === frame.id);
  if (
    old !== undefined &&
    old.url === frame.url &&
    vault.isCurrent(old.sealedSecrets) &&
    isSame(openedSecrets(id, old, vault), secrets)
  ) {
    return { ...frame, sealedSecrets: old.sealedSecrets };
  }
  const context = webhookSecretsContext(id, frame);
  return { ...frame, sealedSecrets: vault.seal(JSON.stringify(secrets), context) };
}

/**
 * Deep equality of plain values; dates by their moment. A member that is undefined counts as absent.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  if (one === null || other === null) return false;
  if (one instanceof Date || other instanceof Date) {
    return one instanceof Date && other instanceof Date && one.getTime() === other.getTime();
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  return differingKeys(one, other).length === 0;
}

/** The members, at the top only, in which two objects differ. */
export function differingKeys(one: object, other: object): string[] {
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].filter((key) => !isSame(memberOf(a, key), memberOf(b, key))).sort();
}

function memberOf(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
