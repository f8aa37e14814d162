import type { paths } from '../generated/api-schema.d.ts';

/** The members of answers that the console reads. The compiler compares them with the API's description. */

/** A permission of a role, as `GET /api/session` lists them. */
export type Permission =
  paths['/api/session']['get']['responses'][200]['content']['application/json']['permissions'][number];

export interface Session {
  readonly principal: {
    readonly kind: 'administrator' | 'token';
    readonly id: string;
    readonly name: string;
    readonly grants: readonly { readonly tenant: string; readonly role: string }[];
  };
  /** Of the first 200 tenants in which they have a role. */
  readonly tenants: readonly { readonly id: string; readonly permissions: readonly Permission[] }[];
  /** For the whole installation. */
  readonly permissions: readonly Permission[];
}

export interface LoginSummary {
  readonly code: string;
  /** Null when the request named no known application. */
  readonly application: string | null;
  readonly eid: string | null;
  readonly acr: string | null;
  readonly channel: string;
  /** Null while the login is pending. */
  readonly outcome: string | null;
  readonly beganAt: string;
  readonly cause: string;
}

export interface Step {
  readonly at: string;
  readonly what: string;
  readonly words: string;
  /** Whose turn it was since the step before. */
  readonly waitedFor?: string | null;
}

export interface Timeline extends LoginSummary {
  readonly steps: readonly Step[];
  readonly fix: string;
  /** The code of the login to which a refused request belongs. */
  readonly login?: string | null;
  readonly whoActs: 'person' | 'application' | 'operator' | 'eid' | 'nobody';
}

/** A JSON object with the keys of the configuration file. */
export type Settings = Readonly<Record<string, unknown>>;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next?: string | null;
}

export interface Plan {
  readonly changes: readonly PlannedChange[];
  readonly totals: { readonly create: number; readonly change: number; readonly remove: number };
  /** Applications in use that lose what their logins need. Absent: none. */
  readonly locksOut?: readonly { readonly application: string; readonly reason: string }[];
}

export interface PlannedChange {
  readonly tenant: string;
  readonly action: 'create' | 'change' | 'remove';
  readonly what: string;
  readonly id: string;
  readonly settings: readonly {
    readonly name: string;
    readonly before?: unknown;
    readonly after?: unknown;
  }[];
}
