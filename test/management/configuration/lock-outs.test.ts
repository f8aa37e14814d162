import { application, domain, eid, tenant } from '@eid-broker/testing/sample-configuration';
import { describe, expect, test } from '@jest/globals';

import { systemVault } from '../../../src/adapters/system/vault.ts';
import type { Acr } from '../../../src/domain/acr.ts';
import type { DeclaredApplication, DeclaredTenant } from '../../../src/domain/configuration.ts';
import type { ConsoleAccess } from '../../../src/management/configuration/console-access.ts';
import { lockOutsOf, lossesOf } from '../../../src/management/configuration/lock-outs.ts';
import { storedTenantOf } from '../../../src/management/configuration/sealed-configuration.ts';
import type { RecentUse } from '../../../src/ports/recent-use.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const PAPER = 'urn:grn:authn:xx:paper' as Acr;
const STONE = 'urn:grn:authn:xx:stone' as Acr;
const ISSUER = 'https://login.example.com';
const OTHER = 'https://other.example.com';
/** The code reads the acr values of variants alone. */
const EIDS = [{ offer: { name: 'xx-paper', variants: [PAPER, STONE].map((acr) => ({ acr })) } }];
const USE: RecentUse = { clientId: 'web', issuer: ISSUER, acr: PAPER, channel: 'browser' };
const vault = systemVault([new Uint8Array(32).fill(1)]);

const OLD: DeclaredTenant = tenant({
  domains: [domain(), domain({ issuer: OTHER })],
  eids: [eid()],
  applications: [application()],
});

/** The reasons that people of the application get, who used it in these ways. */
function reasons(
  next: Partial<DeclaredTenant>,
  uses = [USE],
  old = OLD,
  console?: ConsoleAccess,
): readonly string[] {
  const before = storedTenantOf(old, undefined, vault);
  const after = storedTenantOf({ ...old, ...next }, before, vault);
  // Of an eID the code reads these members alone.
  const facts = { eids: EIDS as never, now: NOW, isHashedAgain: () => false, console };
  return lockOutsOf(lossesOf(before, after, facts), uses).map(({ reason }) => reason);
}

const changed = (more: Partial<DeclaredApplication>) => ({ applications: [application(more)] });

describe('people are locked out', () => {
  test('by the removal of a flow, or of all return URLs; an application itself has its own leave', () => {
    expect(reasons({ applications: [] })).toEqual([]);
    expect(reasons(changed({ flows: ['ciba'] }))).toEqual(['it loses its last flow by browser']);
    expect(reasons(changed({ redirectUris: ['https://shop.example.com/new'] }))).toEqual([
      'none of its redirect URIs stays',
    ]);
  });

  test('when no secret or key stays usable', () => {
    const value = 'another-secret-of-more-than-32-characters';
    const other = { value, expiresAt: undefined };
    const reason = ['none of its secrets and keys stays usable'];
    expect(reasons(changed({ secrets: [other] }))).toEqual(reason);
    const ended = application().secrets.map((secret) => ({ ...secret, expiresAt: NOW }));
    expect(reasons(changed({ secrets: [...ended, other] }))).toEqual(reason);
    expect(reasons(changed({ secrets: [...application().secrets, other] }))).toEqual([]);
    const open = { ...OLD, ...changed({ flows: ['pkce'], secrets: [] }) };
    expect(reasons(changed({ flows: ['pkce'], secrets: [other] }), [USE], open)).toEqual(reason);
  });

  test('when their acr value or domain is offered to it no more, by whatever setting', () => {
    const reason = [`${PAPER} is not offered to it at ${ISSUER} any more`];
    expect(reasons(changed({ acrValues: [STONE] }))).toEqual(reason);
    expect(reasons(changed({ issuers: [OTHER] }))).toEqual(reason);
    expect(reasons({ eids: [] })).toEqual(reason);
    expect(reasons({ eids: [eid({ acrValues: [STONE] })] })).toEqual(reason);
    expect(reasons({ eids: [eid({ environment: 'test' })] })).toEqual(reason);
    expect(reasons({ domains: [domain({ issuer: OTHER })] })).toEqual(reason);
  });

  test('only where somebody used what is lost', () => {
    expect(reasons({ eids: [] }, [])).toEqual([]);
    expect(reasons({ eids: [] }, [{ ...USE, clientId: 'other' }])).toEqual([]);
    expect(reasons(changed({ acrValues: [PAPER] }))).toEqual([]);
    expect(reasons(changed({ issuers: [ISSUER] }))).toEqual([]);
    const byCiba = [{ ...USE, channel: 'ciba' as const }];
    expect(reasons(changed({ redirectUris: ['https://shop.example.com/new'] }), byCiba)).toEqual(
      [],
    );
    expect(reasons(changed({ name: 'Another' }))).toEqual([]);
  });
});

describe('administrators are locked out, whether somebody logged in lately or not,', () => {
  const redirectUri = 'https://manage.example.com/login/callback';
  const key = { kty: 'EC', crv: 'P-256', x: 'of-the-console', y: 'too', kid: 'own' };
  const own: Partial<DeclaredApplication> = {
    clientId: 'console',
    redirectUris: [redirectUri, 'https://manage.example.com/try'],
    secrets: [],
    jwks: { keys: [key] },
  };
  const access: ConsoleAccess = {
    issuer: ISSUER,
    clientId: 'console',
    redirectUri,
    acrValues: [PAPER],
    clientKey: key,
  };
  const old = { ...OLD, applications: [application(), application(own)] };
  const lost = (next: Partial<DeclaredTenant>, where = access) => reasons(next, [], old, where);
  const keeping = (more: Partial<DeclaredApplication>) => ({
    applications: [application(), application({ ...own, ...more })],
  });
  const whole = expect.stringMatching(/^administrators log in with it: /);

  test.each<[string, Partial<DeclaredTenant>]>([
    ['the application', { applications: [application()] }],
    ['its domain', { domains: [domain({ issuer: OTHER })] }],
    ['its eID', { eids: [] }],
    ['its right to the domain', keeping({ issuers: [OTHER] })],
    ['its redirect URI', keeping({ redirectUris: ['https://manage.example.com/try'] })],
    ['its key', keeping({ jwks: { keys: [{ ...key, x: 'another' }] } })],
  ])('by the loss of %s', (_, next) => {
    expect(lost(next)).toEqual([whole]);
    expect(lost(next, { ...access, issuer: 'https://login.elsewhere.example' })).toEqual([]);
  });

  test('not by changes that keep their way', () => {
    expect(lost(keeping({ jwks: { keys: [{ ...key, x: 'another' }, key] } }))).toEqual([]);
    expect(lost(keeping({ redirectUris: [redirectUri] }))).toEqual([]);
    expect(lost({ applications: [application(own)] })).toEqual([]);
  });
});
