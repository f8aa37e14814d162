import { describe, expect, test } from '@jest/globals';

import {
  type ActContext,
  ALL_TENANTS,
  authorize,
  environmentOf,
  FRESH_LOGIN_SECONDS,
  type Grant,
  hasFreshLogin,
  isPermission,
  mayDo,
  mayPassOn,
  needsFreshLogin,
  needsSecondPerson,
  PERMISSIONS,
  type Permission,
  type Principal,
  permissionsAt,
  permissionsOf,
  ROLES,
  type Role,
  rolesAt,
} from '../../src/domain/administrator.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const TEST = { environment: 'test' } as const;
const PRODUCTION = { environment: 'production' } as const;

/** o owner, p operator, d developer, s support, a auditor: one letter for each role that has the permission. */
const TABLE: Readonly<Record<Permission, string>> = {
  'tenants.read': 'opdsa',
  'tenants.create': 'o',
  'tenants.remove': 'o',
  'configuration.read': 'opda',
  'configuration.write': 'op',
  'domains.write': 'op',
  'domains.write-production': 'op',
  'branding.write': 'op',
  'eids.probe': 'op',
  'eids.write': 'op',
  'eids.write-production': 'op',
  'applications.write': 'opd',
  'applications.write-production': 'op',
  'keys.rotate': 'op',
  'webhooks.write': 'op',
  'webhooks.replay': 'op',
  'events.read': 'opda',
  'logins.read': 'opdsa',
  'logins.share': 'opds',
  'usage.read': 'opda',
  'persons.erase': 'o',
  'audit.read': 'oa',
  'administrators.read': 'oa',
  'administrators.write': 'o',
  'tokens.read': 'opa',
  'tokens.write': 'op',
};
const LETTERS: Readonly<Record<Role, string>> = {
  owner: 'o',
  operator: 'p',
  developer: 'd',
  support: 's',
  auditor: 'a',
};

describe('the table of roles', () => {
  test('names every permission', () => {
    expect(PERMISSIONS).toEqual(Object.keys(TABLE));
  });

  test.each(ROLES.flatMap((role) => PERMISSIONS.map((permission) => [role, permission] as const)))(
    'decides whether the role %s has %s',
    (role, permission) => {
      const has = TABLE[permission].includes(LETTERS[role]);
      expect(permissionsOf(role).includes(permission)).toBe(has);
      expect(mayDo(person({ tenant: 'acme', role }), 'acme', permission, TEST)).toBe(has);
    },
  );

  test('lets an auditor change nothing', () => {
    expect(permissionsOf('auditor').filter((name) => !name.endsWith('.read'))).toEqual([]);
  });

  test('lets only an owner appoint administrators', () => {
    const appointing = ROLES.filter((role) => permissionsOf(role).includes('administrators.write'));
    expect(appointing).toEqual(['owner']);
  });
});

describe('a role', () => {
  test('counts in its own tenant only', () => {
    const owner = person({ tenant: 'acme', role: 'owner' });
    expect(PERMISSIONS.filter((name) => mayDo(owner, 'other', name, TEST))).toEqual([]);
    expect(PERMISSIONS.filter((name) => mayDo(owner, ALL_TENANTS, name, TEST))).toEqual([]);
  });

  test('for the whole installation counts in every tenant', () => {
    const owner = person({ tenant: ALL_TENANTS, role: 'owner' });
    expect(permissionsAt(owner, 'acme')).toEqual(PERMISSIONS);
    expect(permissionsAt(owner, ALL_TENANTS)).toEqual(PERMISSIONS);
  });

  test('adds to the other roles of the same person', () => {
    const both = person({ tenant: 'acme', role: 'support' }, { tenant: 'acme', role: 'auditor' });
    expect(rolesAt(both, 'acme')).toEqual(['support', 'auditor']);
    expect(mayDo(both, 'acme', 'logins.share')).toBe(true);
    expect(mayDo(both, 'acme', 'audit.read')).toBe(true);
  });

  test('of a developer covers applications of test domains only', () => {
    const developer = person({ tenant: 'acme', role: 'developer' });
    expect(mayDo(developer, 'acme', 'applications.write', TEST)).toBe(true);
    expect(mayDo(developer, 'acme', 'applications.write', PRODUCTION)).toBe(false);
  });

  test('is judged as if on a production domain when the domain is not known', () => {
    const developer = person({ tenant: 'acme', role: 'developer' });
    expect(mayDo(developer, 'acme', 'applications.write')).toBe(false);
  });
});

describe('a token', () => {
  const token: Principal = {
    ...person({ tenant: 'acme', role: 'owner' }),
    kind: 'token',
    permissions: ['applications.write'],
    authenticatedAt: undefined,
  };

  test('has only the permissions that it lists', () => {
    expect(permissionsAt(token, 'acme')).toEqual(['applications.write']);
    expect(mayDo(token, 'acme', 'applications.write', PRODUCTION)).toBe(false);
  });

  test('has no permission that its role lacks', () => {
    const weak = { ...token, grants: [{ tenant: 'acme', role: 'support' }] } as const;
    expect(permissionsAt(weak, 'acme')).toEqual([]);
  });
});

describe('a dangerous act', () => {
  test.each(PERMISSIONS)('%s asks for a fresh login when it removes something', (permission) => {
    expect(needsFreshLogin(permission, { ...TEST, removes: true })).toBe(true);
  });

  test('is any with keys, production certificates, administrators, tokens or a whole configuration', () => {
    expect(PERMISSIONS.filter((permission) => needsFreshLogin(permission, TEST))).toEqual([
      'tenants.remove',
      'configuration.write',
      'eids.write-production',
      'keys.rotate',
      'persons.erase',
      'administrators.write',
      'tokens.write',
    ]);
    expect(needsFreshLogin('eids.write', PRODUCTION)).toBe(true);
    expect(needsFreshLogin('eids.write')).toBe(true);
    expect(needsFreshLogin('eids.write', TEST)).toBe(false);
    expect(needsFreshLogin('applications.write', PRODUCTION)).toBe(false);
    expect(needsFreshLogin('domains.write', { ...PRODUCTION, movesProduction: true })).toBe(true);
  });

  test('waits for a second person, but for acts that take rights away', () => {
    const waiting = (context: ActContext) =>
      PERMISSIONS.filter((permission) => needsSecondPerson(permission, context));
    const always = ['configuration.write', 'eids.write-production', 'keys.rotate'];
    expect(waiting(TEST)).toEqual(always);
    expect(waiting(PRODUCTION)).toEqual(['configuration.write', 'eids.write', ...always.slice(1)]);
    expect(waiting({ ...TEST, removes: true })).toEqual([
      'configuration.write',
      'domains.write',
      'eids.write',
      'eids.write-production',
      'applications.write',
      'keys.rotate',
      'webhooks.write',
    ]);
  });

  test('is allowed for five minutes after the login, and with a token', () => {
    const at = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
    const owner = person({ tenant: 'acme', role: 'owner' });
    const loggedIn = (seconds: number) => ({ ...owner, authenticatedAt: at(seconds) });
    const rotate = { tenant: 'acme', permission: 'keys.rotate', now: NOW } as const;
    expect(authorize(loggedIn(FRESH_LOGIN_SECONDS), rotate)).toBe('allowed');
    expect(authorize(loggedIn(FRESH_LOGIN_SECONDS + 1), rotate)).toBe('login-too-old');
    expect(hasFreshLogin({ ...owner, kind: 'token', authenticatedAt: undefined }, NOW)).toBe(true);
  });
});

describe('an act', () => {
  const support = person({ tenant: 'acme', role: 'support' });

  test('is refused without a role that allows it', () => {
    const act = { tenant: 'acme', permission: 'keys.rotate', now: NOW } as const;
    expect(authorize(support, act)).toBe('refused');
  });

  test('at a tenant without any role gives no hint that the tenant exists', () => {
    const act = { tenant: 'other', permission: 'logins.read', now: NOW } as const;
    expect(authorize(support, act)).toBe('unknown-tenant');
  });

  test('that is harmless needs no fresh login', () => {
    const act = { tenant: 'acme', permission: 'logins.read', now: NOW } as const;
    expect(authorize({ ...support, authenticatedAt: new Date(0) }, act)).toBe('allowed');
  });
});

describe('a principal', () => {
  const operator = person({ tenant: 'acme', role: 'operator' });

  test('passes on no more than it has', () => {
    expect(mayPassOn(operator, { tenant: 'acme', role: 'developer' })).toBe(true);
    expect(mayPassOn(operator, { tenant: 'acme', role: 'operator' })).toBe(true);
    expect(mayPassOn(operator, { tenant: 'acme', role: 'owner' })).toBe(false);
    expect(mayPassOn(operator, { tenant: 'acme', role: 'owner' }, ['usage.read'])).toBe(false);
  });

  test('passes nothing on at another tenant, or at all of them', () => {
    expect(mayPassOn(operator, { tenant: 'other', role: 'support' })).toBe(false);
    expect(mayPassOn(operator, { tenant: ALL_TENANTS, role: 'support' })).toBe(false);
  });
});

test('the name of a permission is one of the table', () => {
  expect(isPermission('keys.rotate')).toBe(true);
  expect(['keys', 'toString', 'tenants.read-production'].filter(isPermission)).toEqual([]);
});

describe('the environment of an application', () => {
  const domains = [
    { issuer: 'https://test.example', environment: 'test' },
    { issuer: 'https://login.example', environment: 'production' },
  ] as const;

  test('is test when it uses test domains only', () => {
    expect(environmentOf(['https://test.example'], domains)).toBe('test');
    expect(environmentOf(undefined, domains.slice(0, 1))).toBe('test');
  });

  test('is production when one of its domains is', () => {
    expect(environmentOf(undefined, domains)).toBe('production');
    expect(environmentOf(['https://test.example', 'https://login.example'], domains)).toBe(
      'production',
    );
  });
});

function person(...grants: readonly Grant[]): Principal {
  return {
    kind: 'administrator',
    id: 'adm-1',
    person: 'adm-1',
    name: 'Åsa Öberg',
    grants,
    authenticatedAt: NOW,
    expiresAt: NOW,
  };
}
