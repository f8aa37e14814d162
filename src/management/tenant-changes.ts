import type {
  StoredApplication,
  StoredEid,
  StoredTenant,
  StoredWebhook,
} from '../domain/configuration.ts';
import type { Vault } from '../ports/vault.ts';
import { differingKeys, isSame, openedSecrets, openedSettings } from './sealed-configuration.ts';

/** How one kind of a tenant's parts is identified and compared. */
interface Comparison<Part> {
  readonly what: Change['what'];
  readonly nameOf: (part: Part) => string;
  readonly settings: (before: Part, after: Part) => readonly string[];
}

/** The changes that turn a tenant into `after`; none when it is equal. */
export function tenantChanges(
  before: StoredTenant | undefined,
  after: StoredTenant,
  vault: Vault,
): readonly Change[] {
  const tenantId = after.id;
  const compare = <Part>(comparison: Comparison<Part>, parts: Parts<Part>) =>
    partChanges(comparison, parts).map((change) => ({ tenantId, ...change }));
  const { domains = [], eids = [], applications = [], webhooks = [] } = before ?? {};
  return [
    ...ownChanges(before, after),
    ...compare(domainComparison, { before: domains, after: after.domains }),
    ...compare(eidComparison(tenantId, vault), { before: eids, after: after.eids }),
    ...compare(applicationComparison, { before: applications, after: after.applications }),
    ...compare(webhookComparison(tenantId, vault), { before: webhooks, after: after.webhooks }),
  ];
}

function ownChanges(before: StoredTenant | undefined, after: StoredTenant): Change[] {
  const change = { tenantId: after.id, what: 'tenant', name: after.id } as const;
  if (before === undefined) return [{ ...change, action: 'create', settings: [] }];
  const settings = [
    ...(before.name === after.name ? [] : ['name']),
    ...(isReordered(before.eids.map(eidName), after.eids.map(eidName)) ? ['order of eids'] : []),
  ];
  return settings.length === 0 ? [] : [{ ...change, action: 'change', settings }];
}

/** Added and removed parts are changes of their own; only the others can be reordered. */
function isReordered(before: readonly string[], after: readonly string[]): boolean {
  const stayedBefore = before.filter((name) => after.includes(name));
  const stayedAfter = after.filter((name) => before.includes(name));
  return !isSame(stayedBefore, stayedAfter);
}

type PartChange = Omit<Change, 'tenantId'>;

interface Parts<Part> {
  readonly before: readonly Part[];
  readonly after: readonly Part[];
}

function partChanges<Part>(
  { what, nameOf, settings }: Comparison<Part>,
  { before, after }: Parts<Part>,
): PartChange[] {
  const old = new Map(before.map((part) => [nameOf(part), part]));
  const kept = new Set(after.map(nameOf));
  const removed = before.map(nameOf).filter((name) => !kept.has(name));
  return [
    ...after.flatMap((part): PartChange[] => {
      const name = nameOf(part);
      const previous = old.get(name);
      if (previous === undefined) return [{ action: 'create', what, name, settings: [] }];
      const changed = settings(previous, part);
      return changed.length === 0 ? [] : [{ action: 'change', what, name, settings: changed }];
    }),
    ...removed.map((name): PartChange => ({ action: 'remove', what, name, settings: [] })),
  ];
}

const domainComparison: Comparison<StoredTenant['domains'][number]> = {
  what: 'domain',
  nameOf: ({ issuer }) => issuer,
  settings: differingKeys,
};

const applicationComparison: Comparison<StoredApplication> = {
  what: 'application',
  nameOf: ({ clientId }) => clientId,
  settings: (before, after) => differingKeys(comparable(before), comparable(after)),
};

/** The order of secrets has no meaning. */
function comparable(application: StoredApplication): StoredApplication {
  const secrets = application.secrets.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  return { ...application, secrets };
}

function eidComparison(tenantId: string, vault: Vault): Comparison<StoredEid> {
  return {
    what: 'eid',
    nameOf: eidName,
    settings(before, after) {
      const acr = isSame(before.acrValues, after.acrValues) ? [] : ['acrValues'];
      if (before.sealedSettings === after.sealedSettings) return acr;
      const old = openedSettings(tenantId, before, vault);
      const changed = differingKeys(old ?? {}, openedSettings(tenantId, after, vault) ?? {});
      return [...acr, ...(changed.length === 0 ? ['encryption'] : changed)];
    },
  };
}

function webhookComparison(tenantId: string, vault: Vault): Comparison<StoredWebhook> {
  return {
    what: 'webhook',
    nameOf: ({ id }) => id,
    settings(before, after) {
      const { sealedSecrets: sealedBefore, ...frameBefore } = before;
      const { sealedSecrets: sealedAfter, ...frameAfter } = after;
      const changed = differingKeys(frameBefore, frameAfter);
      if (sealedBefore === sealedAfter) return changed;
      const secrets = [before, after].map((webhook) => openedSecrets(tenantId, webhook, vault));
      if (!isSame(secrets[0], secrets[1])) return [...changed, 'secrets'];
      // The encryption is bound to the URL.
      return changed.includes('url') ? changed : [...changed, 'encryption'];
    },
  };
}

function eidName({ eid, environment }: StoredEid): string {
  return environment === 'both' ? eid : `${eid} (${environment})`;
}

/** One difference between the stored and the declared configuration, without any secret. */
export interface Change {
  readonly tenantId: string;
  readonly action: 'create' | 'change' | 'remove';
  readonly what: 'tenant' | 'domain' | 'eid' | 'application' | 'webhook';
  /** Its id, issuer or name. */
  readonly name: string;
  /** Which settings change; empty when it is created or removed. */
  readonly settings: readonly string[];
}

/** One line for operators: `tenant demo: change application demo-web: redirectUris, secrets`. */
export function describeChange({ tenantId, action, what, name, settings }: Change): string {
  const subject = what === 'tenant' ? '' : ` ${what} ${name}`;
  const details = settings.length === 0 ? '' : `: ${settings.join(', ')}`;
  return `tenant ${tenantId}: ${action}${subject}${details}`;
}
