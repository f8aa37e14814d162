import type { StoredTenant } from '../../domain/configuration.ts';
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts';
import {
  exportedApplication,
  exportedDomain,
  exportedEid,
  exportedTenant,
  exportedWebhook,
  UnreadableSecrets,
} from './export-configuration.ts';
import type { LockOut } from './lock-outs.ts';
import { differingKeys, isSame } from './sealed-configuration.ts';
import type { SecretParts } from './stored-secrets.ts';

/** What applying a configuration does. It has no secret. */
export interface Plan {
  readonly changes: readonly PlannedChange[];
  readonly totals: Readonly<Record<Action, number>>;
  /** Of a dry run: who would be locked out. Absent: nobody. */
  readonly locksOut?: readonly LockOut[];
}

/** What happens to one part. */
export type Action = 'create' | 'change' | 'remove';

/** One part of a tenant that is created, changed or removed. */
export interface PlannedChange {
  readonly tenant: string;
  readonly action: Action;
  readonly what: 'tenant' | 'domain' | 'eid' | 'application' | 'webhook';
  /** Its id, issuer or name. */
  readonly id: string;
  readonly settings: readonly SettingChange[];
}

/** One setting, by its path in the file. Null: absent, or its default. A secret is `(secret)`. */
export interface SettingChange {
  readonly name: string;
  readonly before: Json;
  readonly after: Json;
}

/** The plan of these changes. */
export function planOf(changes: readonly PlannedChange[]): Plan {
  const count = (action: Action) => changes.filter((one) => one.action === action).length;
  return {
    changes,
    totals: { create: count('create'), change: count('change'), remove: count('remove') },
  };
}

/** The changes that turn a tenant into `after`; none when it is equal. */
export function tenantChanges(
  before: StoredTenant | undefined,
  after: StoredTenant,
  secrets: SecretParts,
): readonly PlannedChange[] {
  const { id } = after;
  const kinds: readonly Kind[] = [
    { what: 'domain', of: (tenant) => tenant.domains.map(domainPart) },
    { what: 'eid', of: (tenant) => tenant.eids.map((eid) => eidPart(id, eid, secrets)) },
    {
      what: 'application',
      of: (tenant) => tenant.applications.map((one) => applicationPart(id, one, secrets)),
    },
    {
      what: 'webhook',
      of: (tenant) => tenant.webhooks.map((one) => webhookPart(id, one, secrets)),
    },
  ];
  return [
    ...ownChanges(before, after, secrets),
    ...kinds.flatMap(({ what, of }) =>
      partChanges(before === undefined ? [] : of(before), of(after)).map((change) => ({
        tenant: id,
        what,
        ...change,
      })),
    ),
  ];
}

interface Kind {
  readonly what: PlannedChange['what'];
  readonly of: (tenant: StoredTenant) => readonly Part[];
}

/** One part of a tenant, as the file has it. */
interface Part {
  readonly id: string;
  readonly settings: JsonObject;
  /** The encrypted settings: reused while nothing in them changes. */
  readonly sealed?: Uint8Array;
}

function domainPart(domain: StoredTenant['domains'][number]): Part {
  return { id: domain.issuer, settings: exportedDomain(domain) };
}

function eidPart(tenantId: string, eid: StoredTenant['eids'][number], secrets: SecretParts): Part {
  return {
    id: eidName(eid),
    settings: readable(() => exportedEid(tenantId, eid, secrets), { eid: eid.eid }),
    sealed: eid.sealedSettings,
  };
}

function applicationPart(
  tenantId: string,
  application: StoredTenant['applications'][number],
  { vault, mapEidSecrets }: SecretParts,
): Part {
  // The order of secrets has no meaning.
  const sorted = application.secrets.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  const settings = exportedApplication(
    tenantId,
    { ...application, secrets: sorted },
    { vault, mapEidSecrets },
  );
  return { id: application.clientId, settings };
}

function webhookPart(
  tenantId: string,
  webhook: StoredTenant['webhooks'][number],
  secrets: SecretParts,
): Part {
  return {
    id: webhook.id,
    settings: readable(() => exportedWebhook(tenantId, webhook, secrets), { id: webhook.id }),
    sealed: webhook.sealedSecrets,
  };
}

/** Only the name when no known key opens the settings. */
function readable(exported: () => JsonObject, name: JsonObject): JsonObject {
  try {
    return exported();
  } catch (error) {
    if (!(error instanceof UnreadableSecrets)) throw error;
    return name;
  }
}

function ownChanges(
  before: StoredTenant | undefined,
  after: StoredTenant,
  secrets: SecretParts,
): PlannedChange[] {
  const change = { tenant: after.id, what: 'tenant', id: after.id } as const;
  const own = ownSettings(after, secrets);
  if (before === undefined) {
    return [{ ...change, action: 'create', settings: settingChanges({}, own) }];
  }
  const settings = [
    ...settingChanges(ownSettings(before, secrets), own),
    ...orderChanges(before.eids.map(eidName), after.eids.map(eidName)),
  ];
  return settings.length === 0 ? [] : [{ ...change, action: 'change', settings }];
}

/** The settings of the tenant itself, without its parts. */
function ownSettings(tenant: StoredTenant, secrets: SecretParts): JsonObject {
  const alone = { ...tenant, domains: [], eids: [], applications: [], webhooks: [] };
  const { domains: _, eids: __, applications: ___, ...own } = exportedTenant(alone, secrets);
  return own;
}

/** Added and removed eIDs are changes of their own; only the others can be reordered. */
function orderChanges(before: readonly string[], after: readonly string[]): SettingChange[] {
  const stayedBefore = before.filter((name) => after.includes(name));
  const stayedAfter = after.filter((name) => before.includes(name));
  if (isSame(stayedBefore, stayedAfter)) return [];
  return [{ name: 'order of eids', before: stayedBefore, after: stayedAfter }];
}

type PartChange = Omit<PlannedChange, 'tenant' | 'what'>;

function partChanges(before: readonly Part[], after: readonly Part[]): readonly PartChange[] {
  const old = new Map(before.map((part) => [part.id, part]));
  const kept = new Set(after.map(({ id }) => id));
  const removed = before.filter(({ id }) => !kept.has(id));
  return [
    ...after.flatMap((part): readonly PartChange[] => {
      const { id } = part;
      const previous = old.get(id);
      if (previous === undefined) {
        return [{ action: 'create', id, settings: settingChanges({}, part.settings) }];
      }
      const settings = changedSettings(previous, part);
      return settings.length === 0 ? [] : [{ action: 'change', id, settings }];
    }),
    ...removed.map(({ id, settings }): PartChange => {
      return { action: 'remove', id, settings: settingChanges(settings, {}) };
    }),
  ];
}

function changedSettings(before: Part, after: Part): readonly SettingChange[] {
  const settings = settingChanges(before.settings, after.settings);
  if (settings.length > 0 || before.sealed === after.sealed) return settings;
  return [{ name: 'encryption', before: 'an older key', after: 'the newest key' }];
}

function settingChanges(before: JsonObject, after: JsonObject): readonly SettingChange[] {
  const [old, next] = [flat(before, ''), flat(after, '')];
  return differingKeys(old, next).map((name) => ({
    name,
    before: shown(old[name]),
    after: shown(next[name]),
  }));
}

/** Settings by their paths; lists stay whole. */
function flat(settings: JsonObject, parent: string): Record<string, Json> {
  const entries = Object.entries(settings).flatMap(([name, value]) => {
    const path = parent === '' ? name : `${parent}.${name}`;
    return isJsonObject(value) && !isReference(value)
      ? Object.entries(flat(value, path))
      : [[path, value] as const];
  });
  return Object.fromEntries(entries);
}

function shown(value: Json | undefined): Json {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map(shown);
  if (!isJsonObject(value)) return value;
  if (isReference(value)) return '(secret)';
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(one)]));
}

function isReference(value: JsonObject): boolean {
  return typeof value.stored === 'string' && Object.keys(value).length === 1;
}

function eidName({ eid, environment }: StoredTenant['eids'][number]): string {
  return environment === 'both' ? eid : `${eid} (${environment})`;
}
