import { ALL_TENANTS, type Principal, type Role, rolesAt } from './administrator.ts';
import type { JsonObject } from './json.ts';

/** The channel, and the kind, of an event of management in the log of events. */
export const MANAGEMENT = 'management';

/** Who acted. `command`: someone on a machine that has the keys. */
export interface Actor {
  readonly kind: 'administrator' | 'token' | 'command';
  readonly id: string;
  readonly name: string;
}

/** The actor of a command. */
export const COMMAND_LINE: Actor = { kind: 'command', id: 'command-line', name: 'command line' };

/**
 * The result of an act.
 * - `done`: changed
 * - `failed`: recorded as done before, but the change failed
 * - `requested`, `rejected`: it waits for a second person, or that person refused it or the first withdrew it
 * - `refused`: the actor may not do it
 */
export type ManagementOutcome = (typeof MANAGEMENT_OUTCOMES)[number];

/** Every outcome. */
export const MANAGEMENT_OUTCOMES = ['done', 'failed', 'requested', 'rejected', 'refused'] as const;

/** One change by an administrator, a token or a command. */
export interface ManagementEvent {
  readonly id: string;
  /** `ALL_TENANTS` for the installation. */
  readonly tenant: string;
  readonly at: Date;
  readonly who: Actor;
  /** The second person, where the tenant requires one. */
  readonly approvedBy?: Actor | undefined;
  /** The roles that the actor had there. */
  readonly roles: readonly Role[];
  /** The permission that was used, or the name of the command. */
  readonly act: string;
  readonly outcome: ManagementOutcome;
  /** What was changed, such as `application shop` or `key of https://login.example.com`. */
  readonly object: string;
  /** The object before and after, without secrets; undefined: there was none, or it is not shown. */
  readonly before?: JsonObject | undefined;
  readonly after?: JsonObject | undefined;
  /** In the actor's own words. */
  readonly reason?: string | undefined;
}

/** The facts of an event that a caller knows; who acted follows from the principal. */
export type ManagementAct = Omit<ManagementEvent, 'id' | 'at' | 'who' | 'approvedBy' | 'roles'>;

/** Who acted, with the roles at the tenant. */
export interface ActingAs {
  readonly who: Actor;
  readonly roles: readonly Role[];
  readonly approvedBy?: Actor | undefined;
}

/** The actor of a principal's act at a tenant. */
export function actingAs(principal: Principal, tenant: string, approvedBy?: Actor): ActingAs {
  return { who: actorFrom(principal), roles: rolesAt(principal, tenant), approvedBy };
}

/** A principal as it is named in events. */
export function actorFrom({ kind, id, name }: Principal): Actor {
  return { kind, id, name };
}

/** The actor of a command. */
export const BY_COMMAND: ActingAs = { who: COMMAND_LINE, roles: [] };

/** Makes an event of an act. `unique` is unguessable. */
export function managementEvent(
  { who, roles, approvedBy }: ActingAs,
  act: ManagementAct,
  { unique, at }: { readonly unique: string; readonly at: Date },
): ManagementEvent {
  return { ...act, id: `mgt_${unique}`, at, who, roles, approvedBy };
}

/** The longest reason that is stored, in characters. */
export const MAX_REASON = 500;

const CHAIN = `${MANAGEMENT}:`;

/** The chain of a tenant's events of management. No tenant has such a name. */
export function managementChain(tenant: string): string {
  return `${CHAIN}${tenant}`;
}

/** A chain in words. */
export function describeChain(chain: string): string {
  if (chain === managementChain(ALL_TENANTS)) return 'management of the installation';
  if (chain.startsWith(CHAIN)) return `management of tenant ${chain.slice(CHAIN.length)}`;
  return `tenant ${chain}`;
}

/** What the columns of the log do not hold; the chain covers its hash. */
type EventDocument = Pick<
  ManagementEvent,
  'who' | 'approvedBy' | 'roles' | 'object' | 'before' | 'after' | 'reason'
>;

/** The document of an event, as it is stored. */
export function documentOf(event: ManagementEvent): string {
  const { who, approvedBy, roles, object, before, after, reason } = event;
  const document: EventDocument = { who, approvedBy, roles, object, before, after, reason };
  return JSON.stringify(document);
}

/** Reads a document that `documentOf` wrote; undefined for any other text. */
export function parseDocument(text: string): EventDocument | undefined {
  try {
    const document = JSON.parse(text) as Partial<EventDocument> | null;
    const isWhole = document?.who !== undefined && document.object !== undefined;
    return isWhole ? (document as EventDocument) : undefined;
  } catch {
    return undefined;
  }
}
