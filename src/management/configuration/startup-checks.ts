import {
  clientSecretContext,
  type StoredApplication,
  type StoredEid,
  type StoredTenant,
  serves,
} from '../../domain/configuration.ts';
import type { Vault } from '../../ports/vault.ts';
import { openedSettings } from './sealed-configuration.ts';

/** The demo material to look for. */
export interface DemoCheck {
  /** Client secrets, as a list or by any name. */
  readonly secrets: readonly string[] | Readonly<Record<string, string>>;
  /** `x` or `n` of public JWKs. */
  readonly publicKeys: readonly string[];
  readonly eids: readonly KnownEid[];
}

/** An eID that recognises the settings of a simulator. */
export interface KnownEid {
  readonly offer: { readonly name: string };
  /** @throws on unusable settings */
  isSimulated(settings: unknown): boolean;
}

/** A production domain would accept public demo material. The message has one line for each item. */
export class DemoMaterial extends Error {}

/**
 * Refuses demo secrets, demo keys and a simulator's settings on production domains. Settings that cannot be decrypted are
 * skipped: they cannot be used.
 * @throws {DemoMaterial}
 */
export function refuseDemoMaterial(
  tenants: readonly StoredTenant[],
  check: DemoCheck & { readonly vault: Vault },
): void {
  const found = tenants.flatMap((tenant) => {
    const production = tenant.domains.filter(({ environment }) => environment === 'production');
    if (production.length === 0) return [];
    const issuers = production.map(({ issuer }) => issuer);
    return [
      ...tenant.applications
        .filter((one) => one.issuers?.every((issuer) => !issuers.includes(issuer)) !== true)
        .flatMap((application) => inApplication(tenant.id, application, check)),
      ...tenant.eids
        .filter(({ environment }) => serves(environment, 'production'))
        .flatMap((eid) => inEid(tenant.id, eid, check)),
    ];
  });
  if (found.length === 0) return;
  throw new DemoMaterial(
    found.map((what) => `${what} must not serve a production domain`).join('\n'),
  );
}

function inApplication(
  tenantId: string,
  { clientId, secrets, jwks }: StoredApplication,
  { vault, ...demo }: DemoCheck & { readonly vault: Vault },
): string[] {
  const context = clientSecretContext(tenantId, clientId);
  const where = `tenant ${tenantId}, application ${clientId}:`;
  const known = Object.values(demo.secrets).filter((secret) =>
    secrets.some(({ hash }) => vault.matches(secret, hash, context)),
  );
  const hasDemoKey = (jwks?.keys ?? []).some(({ x, n }) =>
    [x, n].some((member) => typeof member === 'string' && demo.publicKeys.includes(member)),
  );
  return [
    ...known.map((secret) => `${where} the demo secret ${secret}`),
    ...(hasDemoKey ? [`${where} a demo key in jwks`] : []),
  ];
}

function inEid(
  tenantId: string,
  eid: StoredEid,
  { vault, eids }: DemoCheck & { readonly vault: Vault },
): string[] {
  const known = eids.find(({ offer }) => offer.name === eid.eid);
  const settings = openedSettings(tenantId, eid, vault);
  if (known === undefined || settings === undefined) return [];
  return isSimulated(known, settings)
    ? [`tenant ${tenantId}, eid ${eid.eid}: settings of a simulator`]
    : [];
}

function isSimulated(eid: KnownEid, settings: unknown): boolean {
  try {
    return eid.isSimulated(settings);
  } catch {
    return false;
  }
}

/** The stored configuration was encrypted with keys that this process does not have. */
export class ForeignKey extends Error {
  constructor() {
    super(
      'what is stored was sealed with another key-encryption key: nothing of it opens with KEY_ENCRYPTION_KEY',
    );
  }
}

/**
 * Refuses a wrong key-encryption key: eID settings are stored, and none of them decrypts. Encrypting them anew would hide the
 * mistake, and signing keys and pseudonyms would stay unreadable.
 * @throws {ForeignKey}
 */
export function refuseForeignKey(tenants: readonly StoredTenant[], vault: Vault): void {
  const sealed = tenants.flatMap(({ id, eids }) => eids.map((eid) => ({ id, eid })));
  if (sealed.length === 0) return;
  if (sealed.some(({ id, eid }) => openedSettings(id, eid, vault) !== undefined)) return;
  throw new ForeignKey();
}
