import type { Environment } from './tenant.ts';

/**
 * The roles of administrators and API tokens, from the most powerful to the least.
 * - `owner`: everything, including administrators
 * - `operator`: settings, keys and certificates
 * - `developer`: applications of test domains, and what explains their logins
 * - `support`: the timelines of logins
 * - `auditor`: reads and exports everything, changes nothing
 */
export const ROLES = ['owner', 'operator', 'developer', 'support', 'auditor'] as const;

/** One role. */
export type Role = (typeof ROLES)[number];

/** The tenant of a grant for the whole installation: every tenant that exists, and those to come. */
export const ALL_TENANTS = '*';

const READ = ['owner', 'operator', 'developer', 'auditor'] as const;
const OPERATE = ['owner', 'operator'] as const;
const DEVELOP = ['owner', 'operator', 'developer'] as const;

/**
 * The roles of each permission: the whole table. The name of a permission that ends with `-production` covers the
 * same act where real people log in.
 */
const ROLES_OF = {
  'tenants.read': ROLES,
  'tenants.create': ['owner'],
  'tenants.remove': ['owner'],
  'configuration.read': READ,
  'configuration.write': OPERATE,
  'domains.write': OPERATE,
  'domains.write-production': OPERATE,
  'branding.write': OPERATE,
  'eids.probe': OPERATE,
  'eids.write': OPERATE,
  'eids.write-production': OPERATE,
  'applications.write': DEVELOP,
  'applications.write-production': OPERATE,
  'keys.rotate': OPERATE,
  'webhooks.write': OPERATE,
  'webhooks.replay': OPERATE,
  'events.read': READ,
  'logins.read': ROLES,
  'logins.share': ['owner', 'operator', 'developer', 'support'],
  'usage.read': READ,
  'persons.erase': ['owner'],
  'audit.read': ['owner', 'auditor'],
  'administrators.read': ['owner', 'auditor'],
  'administrators.write': ['owner'],
  'tokens.read': ['owner', 'operator', 'auditor'],
  'tokens.write': OPERATE,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

/** What a principal may be allowed to do. */
export type Permission = keyof typeof ROLES_OF;

/** Every permission, in the order of the table. */
export const PERMISSIONS = Object.keys(ROLES_OF) as readonly Permission[];

/** The acts of which a stolen session must not be capable, wherever they are done. */
const DANGEROUS: readonly Permission[] = [
  'tenants.remove',
  'configuration.write',
  'eids.write-production',
  'keys.rotate',
  'persons.erase',
  'administrators.write',
  'tokens.write',
];

/** The settings whose removal is dangerous. Taking a right from a person or a token is never delayed. */
const SETTINGS: readonly Permission[] = [
  'domains.write',
  'eids.write',
  'applications.write',
  'webhooks.write',
];

/** Beside removals of settings, the acts for which a tenant may require a second person. */
const FOR_TWO: readonly Permission[] = [
  'configuration.write',
  'eids.write-production',
  'keys.rotate',
];

/** The age in seconds of a login that still counts as fresh. */
export const FRESH_LOGIN_SECONDS = 5 * 60;

/** A role in one tenant, or in all of them (`ALL_TENANTS`). */
export interface Grant {
  readonly tenant: string;
  readonly role: Role;
}

/** Who calls the management API. */
export interface Principal {
  readonly kind: 'administrator' | 'token';
  readonly id: string;
  /** Who answers for the act: the administrator's own id, or that of the token's maker; `command-line` is one too. */
  readonly person: string;
  /** The name in the audit. */
  readonly name: string;
  readonly grants: readonly Grant[];
  /** The only permissions of a token that has fewer than its role; absent: all of the role. */
  readonly permissions?: readonly Permission[] | undefined;
  /** The moment of the login; undefined: a token, for which nobody logs in. */
  readonly authenticatedAt: Date | undefined;
  /** The end of the session or the token. */
  readonly expiresAt: Date;
}

/** The object of an act. */
export interface ActContext {
  /**
   * The domains on which the object has an effect: `test` when all of them are test domains. Absent: production, since
   * an unknown object deserves the stricter rule.
   */
  readonly environment?: Environment | undefined;
  /** The act removes the object. */
  readonly removes?: boolean | undefined;
  /** A domain becomes a production domain, or is one no more: with it the certificates that serve it. */
  readonly movesProduction?: boolean | undefined;
}

/**
 * The decision about an act of a principal.
 * - `unknown-tenant`: the principal has no role there, and should not learn whether the tenant exists
 * - `refused`: none of its roles allows the act
 * - `login-too-old`: allowed after a fresh login (RFC 9470)
 */
export type Authorization = 'allowed' | 'login-too-old' | 'refused' | 'unknown-tenant';

/** Whether a role of the principal at the tenant allows the act, whatever the age of the login. */
export function mayDo(
  principal: Principal,
  tenant: string,
  permission: Permission,
  context: ActContext = {},
): boolean {
  const needed = permissionFor(permission, context);
  const { permissions } = principal;
  if (permissions !== undefined && !permissions.includes(needed)) return false;
  const roles: readonly Role[] = ROLES_OF[needed];
  return rolesAt(principal, tenant).some((role) => roles.includes(role));
}

/** An act to authorize. */
export interface Act {
  /** `ALL_TENANTS` for an act on the installation, such as creating a tenant. */
  readonly tenant: string;
  readonly permission: Permission;
  readonly context?: ActContext | undefined;
  readonly now: Date;
}

/** Judges an act by the role, then by the age of the login. */
export function authorize(principal: Principal, act: Act): Authorization {
  const { tenant, permission, context, now } = act;
  if (rolesAt(principal, tenant).length === 0) return 'unknown-tenant';
  if (!mayDo(principal, tenant, permission, context)) return 'refused';
  const isFreshEnough = !needsFreshLogin(permission, context) || hasFreshLogin(principal, now);
  return isFreshEnough ? 'allowed' : 'login-too-old';
}

/** Whether the act requires a fresh login (RFC 9470). */
export function needsFreshLogin(permission: Permission, context: ActContext = {}): boolean {
  const { removes = false, movesProduction = false } = context;
  return removes || movesProduction || DANGEROUS.includes(permissionFor(permission, context));
}

/** Whether the act waits for a second person, in a tenant that requires one. */
export function needsSecondPerson(permission: Permission, context: ActContext = {}): boolean {
  const { removes = false, movesProduction = false } = context;
  const removesSettings = removes && SETTINGS.includes(permission);
  return removesSettings || movesProduction || FOR_TWO.includes(permissionFor(permission, context));
}

/** A token counts as fresh: it was made after a fresh login, for exactly its permissions. */
export function hasFreshLogin({ authenticatedAt }: Principal, now: Date): boolean {
  if (authenticatedAt === undefined) return true;
  return now.getTime() - authenticatedAt.getTime() <= FRESH_LOGIN_SECONDS * 1_000;
}

/** The principal's roles at the tenant, including those for the whole installation. */
export function rolesAt({ grants }: Principal, tenant: string): readonly Role[] {
  const held = grants.filter((grant) => [tenant, ALL_TENANTS].includes(grant.tenant));
  return ROLES.filter((role) => held.some((grant) => grant.role === role));
}

/** All that the principal may do at the tenant, on test and on production domains. */
export function permissionsAt(principal: Principal, tenant: string): readonly Permission[] {
  return PERMISSIONS.filter((permission) =>
    mayDo(principal, tenant, permission, { environment: 'test' }),
  );
}

/**
 * Whether the principal may pass on that role, and of it these permissions: never a higher role or more permissions than it has
 * itself. Undefined: all permissions of the role.
 */
export function mayPassOn(
  principal: Principal,
  { tenant, role }: Grant,
  permissions: readonly Permission[] = permissionsOf(role),
): boolean {
  const own = permissionsAt(principal, tenant);
  const holdsAsMuch = rolesAt(principal, tenant).some(
    (held) => ROLES.indexOf(held) <= ROLES.indexOf(role),
  );
  return holdsAsMuch && permissions.every((permission) => own.includes(permission));
}

/** The permissions of a role. */
export function permissionsOf(role: Role): readonly Permission[] {
  return PERMISSIONS.filter((permission) =>
    (ROLES_OF[permission] as readonly Role[]).includes(role),
  );
}

/** True for the name of a permission. */
export function isPermission(text: string): text is Permission {
  return Object.hasOwn(ROLES_OF, text);
}

/**
 * The environment of an application: `test` when each domain that it may use is a test domain. `issuers` are those it
 * lists; undefined: all of the tenant's.
 */
export function environmentOf(
  issuers: readonly string[] | undefined,
  domains: readonly { readonly issuer: string; readonly environment: Environment }[],
): Environment {
  const used = domains.filter(({ issuer }) => issuers === undefined || issuers.includes(issuer));
  return used.some(({ environment }) => environment === 'production') ? 'production' : 'test';
}

/** The permission of the act where it has its effect. */
export function permissionFor(
  permission: Permission,
  { environment }: ActContext = {},
): Permission {
  const stricter = `${permission}-production`;
  return environment !== 'test' && isPermission(stricter) ? stricter : permission;
}
