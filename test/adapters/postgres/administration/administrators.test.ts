import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { chainMacs } from '../../../../src/adapters/events/chain-macs.ts';
import { pgAdministrators } from '../../../../src/adapters/postgres/administration/administrators.ts';
import { pgApiTokens } from '../../../../src/adapters/postgres/administration/api-tokens.ts';
import { pgManagementEvents } from '../../../../src/adapters/postgres/administration/management-events.ts';
import { pgManagementSessions } from '../../../../src/adapters/postgres/administration/management-sessions.ts';
import { pgRestoration } from '../../../../src/adapters/postgres/erasure.ts';
import { pgEventChain } from '../../../../src/adapters/postgres/events/event-chain.ts';
import { pgUsage } from '../../../../src/adapters/postgres/events/usage.ts';
import type { GuardedPool } from '../../../../src/adapters/postgres/guarded-pool.ts';
import { silentLog } from '../../../../src/adapters/system/log.ts';
import { randomId, sha256Id } from '../../../../src/adapters/system/random.ts';
import { systemVault } from '../../../../src/adapters/system/vault.ts';
import type { Grant } from '../../../../src/domain/administrator.ts';
import { secondsAfter } from '../../../../src/domain/lifetimes.ts';
import { BY_COMMAND, managementEvent } from '../../../../src/domain/management-event.ts';
import { makeEnterConsole } from '../../../../src/management/administrators/enter-console.ts';
import {
  makeInviteAdministrator,
  type Offer,
} from '../../../../src/management/administrators/invite-administrator.ts';
import { makeTokens } from '../../../../src/management/administrators/make-token.ts';
import { makeSealEvents } from '../../../../src/management/events/seal-events.ts';
import { makeVerifyEvents } from '../../../../src/management/events/verify-events.ts';
import { openTestPool, testVault } from '../../../support/pg-replicas.ts';

const NOW = new Date('2026-11-22T12:00:00.123Z');
const ISSUER = 'https://login.example.com';
const OWNER: Grant = { tenant: '*', role: 'owner' };
const at = (seconds: number) => secondsAfter(NOW, seconds);

let database: TestDatabase;
let pool: GuardedPool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('an invitation', () => {
  test('admits the person who logs in, once', async () => {
    const parts = open();
    const secret = await parts.invited(OWNER);
    const first = await parts.enter('anna', { secret });
    const second = await parts.enter('bo', { secret });
    expect([first.outcome, second.outcome]).toEqual(['entered', 'invitation-closed']);
    const admitted = await parts.administrators.find(ISSUER, 'anna');
    expect(admitted?.grants).toEqual([OWNER]);
    expect(await parts.administrators.find(ISSUER, 'bo')).toBeUndefined();
  });

  test('that several persons follow at once admits one of them', async () => {
    const parts = open();
    const secret = await parts.invited({ tenant: 'raced', role: 'support' });
    const names = ['r1', 'r2', 'r3', 'r4'];
    const outcomes = await Promise.all(names.map((sub) => parts.enter(sub, { secret })));
    const entered = outcomes.filter(({ outcome }) => outcome === 'entered');
    expect(entered.length).toBe(1);
    expect((await parts.administrators.list('raced')).filter(isRaced).length).toBe(1);
    const [event] = await parts.events.list('raced', { before: undefined, limit: 1 });
    expect(event).toMatchObject({ act: 'administrators.write', isGenuine: true });

    function isRaced({ sub }: { readonly sub: string }): boolean {
      return names.includes(sub);
    }
  });

  test('is closed after 15 minutes', async () => {
    const secret = await open().invited(OWNER);
    expect(await open(at(900)).enter('late', { secret })).toEqual({ outcome: 'invitation-closed' });
  });

  test('is stored as a hash', async () => {
    const secret = await open().invited(OWNER);
    const { rows } = await pool.query(
      'select row_to_json(invitation)::text as text from invitation',
    );
    expect(rows.some(({ text }) => text.includes(secret))).toBe(false);
  });

  test('to more than it was made for, by a change in the database, admits nobody', async () => {
    const parts = open();
    const secret = await parts.invited({ tenant: 'small', role: 'support' });
    await pool.query("update invitation set tenant = '*', role = 'owner' where tenant = 'small'");
    expect(await parts.enter('mallory', { secret })).toEqual({ outcome: 'invitation-closed' });
  });
});

describe('an administrator', () => {
  test('without an invitation does not enter', async () => {
    expect(await open().enter('stranger')).toEqual({ outcome: 'not-invited' });
  });

  test('has no role that was added in the database', async () => {
    const parts = open();
    await parts.enter('forger', {
      secret: await parts.invited({ tenant: 'acme', role: 'support' }),
    });
    await pool.query(`insert into administrator_grant
      select administrator_id, '*', 'owner', mac, granted_at from administrator_grant where tenant = 'acme'`);
    const found = await parts.administrators.find(ISSUER, 'forger');
    expect(found?.grants).toEqual([{ tenant: 'acme', role: 'support' }]);
  });

  test('who is removed has no session from the next request on, and no tokens', async () => {
    const parts = open();
    const session = await parts.entered('gone', { tenant: 'left', role: 'operator' });
    const { id = '' } = (await parts.administrators.find(ISSUER, 'gone')) ?? {};
    const who = { kind: 'administrator', id, name: 'gone' } as const;
    const made = await parts.tokens.make(tokenRequest('left', id), { who, roles: [] });
    expect((await parts.find(session))?.id).toBe(id);
    expect(await parts.apiTokens.find(sha256Id(made.secret), NOW)).toBeDefined();
    const invitation = await parts.invited({ ...OWNER, tenant: 'left', createdBy: id });

    expect(await parts.remove(id, 'other')).toBe('unknown');
    expect(await parts.find(session)).toBeDefined();
    expect(await parts.remove(id, 'left')).toBe('removed');

    expect(await parts.find(session)).toBeUndefined();
    expect(await parts.apiTokens.find(sha256Id(made.secret), NOW)).toBeUndefined();
    expect(await parts.enter('gone')).toEqual({ outcome: 'not-invited' });
    expect(await parts.enter('gone', { secret: invitation })).toEqual({
      outcome: 'invitation-closed',
    });
  });

  test('who loses one of two tenants keeps the session and the other role', async () => {
    const parts = open();
    await parts.enter('two', { secret: await parts.invited({ tenant: 't1', role: 'support' }) });
    const session = await parts.entered('two', { tenant: 't2', role: 'auditor' });
    const { id = '' } = (await parts.administrators.find(ISSUER, 'two')) ?? {};
    await parts.remove(id, 't1');
    const found = await parts.find(session);
    expect(found?.grants).toEqual([{ tenant: 't2', role: 'auditor' }]);
  });
});

describe('the last owner', () => {
  test('of a tenant stays, unless somebody owns the whole installation', async () => {
    await pool.query('delete from administrator_grant');
    const parts = open();
    await parts.entered('only', { tenant: 'owned', role: 'owner' });
    await parts.entered('helper', { tenant: 'owned', role: 'operator' });
    await parts.entered('elsewhere', { tenant: 'foreign', role: 'owner' });
    const { id = '' } = (await parts.administrators.find(ISSUER, 'only')) ?? {};
    expect(await parts.remove(id, 'owned')).toBe('last-owner');
    expect(await parts.remove(id, undefined)).toBe('last-owner');
    expect((await parts.administrators.find(ISSUER, 'only'))?.grants.length).toBe(1);
    const chief = await parts.entered('chief', OWNER);
    expect(await parts.remove(id, 'owned')).toBe('removed');
    expect(await parts.remove((await parts.find(chief))?.id ?? '', undefined)).toBe('last-owner');
  });

  test('is left of several who remove each other at once', async () => {
    const parts = open();
    for (const round of Array(8).keys()) {
      await pool.query('delete from administrator_grant');
      const subs = [1, 2, 3].map((number) => `owner-${round}-${number}`);
      for (const sub of subs) await parts.entered(sub, OWNER);
      const found = await Promise.all(subs.map((sub) => parts.administrators.find(ISSUER, sub)));
      const removals = found.map((owner) => parts.remove(owner?.id ?? '', undefined));
      expect((await Promise.all(removals)).sort()).toEqual(['last-owner', 'removed', 'removed']);
      const left = await parts.administrators.list('any');
      expect(left.map(({ grants }) => grants)).toEqual([[OWNER]]);
    }
  });
});

describe('a session', () => {
  test('is found by the cookie, and not by what the database holds', async () => {
    const parts = open();
    const secret = await parts.entered('anna', OWNER);
    const { rows } = await pool.query('select id_hash from management_session');
    const stolen = rows.map(({ id_hash: hash }) => hash.toString('base64url'));
    expect(await parts.find(secret)).toBeDefined();
    for (const value of stolen) expect(await parts.find(value)).toBeUndefined();
  });

  test('ends after half an hour without use, and eight hours after it began', async () => {
    const parts = open();
    const secret = await parts.entered('idle', OWNER);
    expect(await parts.find(secret, 1_790)).toBeDefined();
    expect(await parts.find(secret, 1_790 + 1_790)).toBeDefined();
    expect(await parts.find(secret, 1_790 + 1_790 + 1_801)).toBeUndefined();
    const other = await parts.entered('idle', OWNER);
    for (let time = 0; time < 28_800; time += 1_200) {
      expect(await parts.find(other, time)).toBeDefined();
    }
    expect(await parts.find(other, 28_800)).toBeUndefined();
  });

  test('that was written or lengthened in the database is none', async () => {
    const parts = open();
    const secret = await parts.entered('forged', OWNER);
    await pool.query(`update management_session set authenticated_at = authenticated_at + interval '1 hour'
      where id_hash = decode('${hexOf(secret)}', 'hex')`);
    expect(await parts.find(secret)).toBeUndefined();
  });

  test('gets a new id with each login, and the old one ends', async () => {
    const parts = open();
    const first = await parts.entered('again', OWNER);
    const second = await parts.enter('again', { oldSession: sha256Id(first) });
    expect(second.outcome).toBe('entered');
    expect(await parts.find(first)).toBeUndefined();
  });
});

describe('a login that is under way', () => {
  const login = {
    nonce: 'n',
    codeVerifier: 'v',
    maxAge: 300,
    returnTo: '/',
    invitation: undefined,
    oldSession: undefined,
  };

  test('ends with the first callback, in the browser in which it began', async () => {
    const { sessions } = open();
    const key = { stateHash: sha256Id('state'), browserHash: sha256Id('browser') };
    await sessions.beginLogin(key, login, at(600));
    const other = { ...key, browserHash: sha256Id('other') };
    expect(await sessions.takeLogin(other, NOW)).toBeUndefined();
    const taken = await Promise.all([1, 2, 3].map(() => sessions.takeLogin(key, NOW)));
    expect(taken.filter((one) => one !== undefined)).toEqual([
      { nonce: 'n', codeVerifier: 'v', maxAge: 300, returnTo: '/' },
    ]);
  });

  test('expires, and is purged with all that has expired', async () => {
    const { sessions } = open();
    const key = { stateHash: sha256Id('late'), browserHash: sha256Id('browser') };
    await sessions.beginLogin(key, login, at(600));
    expect(await sessions.takeLogin(key, at(600))).toBeUndefined();
    await addApproval('apr_expired', at(600));
    await addApproval('apr_waiting', at(602));
    expect(await sessions.purge(at(601), 100)).toBeGreaterThan(0);
    expect(await approvals()).toEqual(['apr_waiting']);
    expect(await sessions.purge(at(601), 100)).toBe(0);
  });
});

describe('an API token', () => {
  test('names its principal until it expires; its use is recorded once a minute', async () => {
    const { tokens, apiTokens } = open();
    const { token, secret } = await tokens.make(tokenRequest('acme'), BY_COMMAND);
    expect(secret).toMatch(/^ebt_[\w-]{43}$/);
    expect(await apiTokens.find(sha256Id(secret), at(1))).toEqual({
      kind: 'token',
      id: token.id,
      person: 'command-line',
      name: 'CI',
      grants: [{ tenant: 'acme', role: 'developer' }],
      permissions: ['applications.write'],
      authenticatedAt: undefined,
      expiresAt: at(90 * 86_400),
    });
    await apiTokens.find(sha256Id(secret), at(30));
    expect((await apiTokens.read(token.id))?.usedAt).toEqual(at(1));
    await apiTokens.find(sha256Id(secret), at(90));
    expect((await apiTokens.read(token.id))?.usedAt).toEqual(at(90));
    expect(await apiTokens.find(sha256Id(secret), token.expiresAt)).toBeUndefined();
    expect(await apiTokens.find(sha256Id(`${secret}x`), NOW)).toBeUndefined();
  });

  test('with more rights by a change in the database is none', async () => {
    const { tokens, apiTokens } = open();
    const { token, secret } = await tokens.make(tokenRequest('acme'), BY_COMMAND);
    await pool.query('update api_token set permissions = null where id = $1', [token.id]);
    expect(await apiTokens.find(sha256Id(secret), NOW)).toBeUndefined();
  });

  test('gets a new secret, and ends when it would have; the old secret ends', async () => {
    const { tokens } = open();
    const later = open(at(86_400));
    const old = await tokens.make(tokenRequest('acme'), BY_COMMAND);
    const next = await later.tokens.rotate(old.token, BY_COMMAND);
    const found = (secret = '') => later.apiTokens.find(sha256Id(secret), at(86_400));
    expect(await found(old.secret)).toBeUndefined();
    expect((await found(next?.secret))?.expiresAt).toEqual(old.token.expiresAt);
    const { expiresAt } = old.token;
    expect(await later.apiTokens.find(sha256Id(next?.secret ?? ''), expiresAt)).toBeUndefined();
  });
});

describe('a restore from a backup', () => {
  test('ends every session and invitation, and keeps the roles', async () => {
    const parts = open();
    const session = await parts.entered('restored', OWNER);
    const secret = await parts.invited(OWNER);
    await addApproval('apr_restored', at(86_400));
    await pgRestoration({ pool, vault: testVault }).forget(NOW);
    expect(await approvals()).toEqual([]);
    expect(await parts.find(session)).toBeUndefined();
    expect(await parts.enter('other', { secret })).toEqual({ outcome: 'invitation-closed' });
    expect((await parts.enter('restored')).outcome).toBe('entered');
  });
});

describe('keys', () => {
  test('are changed without locking anybody out', async () => {
    const [old, fresh] = [new Uint8Array(32).fill(3), new Uint8Array(32).fill(4)];
    const before = open();
    await before.enter('lasting', { secret: await before.invited(OWNER) });
    const { secret } = await before.tokens.make(tokenRequest('acme'), BY_COMMAND);
    const both = { pool, vault: systemVault([fresh, old]) };
    expect(await pgAdministrators(both).renewMacs()).toBeGreaterThan(1);
    expect(await pgAdministrators(both).renewMacs()).toBe(0);
    const after = { pool, vault: systemVault([fresh]) };
    expect((await pgAdministrators(after).find(ISSUER, 'lasting'))?.grants).toEqual([OWNER]);
    expect(await pgApiTokens(after).find(sha256Id(secret), NOW)).toBeDefined();
  });
});

describe('an event of management', () => {
  test('is sealed in a chain of its own, where a change, a removal and a forgery show', async () => {
    const { events } = open();
    for (const number of [1, 2, 3, 4]) await events.record(sampleEvent('chained', number));
    await seal();
    expect(await faultsOf('chained')).toEqual([]);
    expect((await events.list('chained', { before: undefined, limit: 2 })).map(shown)).toEqual([
      { position: 4, object: 'application a4', after: { name: 'a4' } },
      { position: 3, object: 'application a3', after: { name: 'a3' } },
    ]);
    expect((await events.list('chained', { before: 2, limit: 9 })).length).toBe(1);

    await change("document = replace(document, 'a2', 'a9')", 2);
    await pool.query(
      "delete from authentication_event where tenant_id = 'management:chained' and position = 3",
    );
    await change('document = null', 4);
    expect(await faultsOf('chained')).toEqual(['changed at 2, 4', 'missing at 3']);
    const listed = await events.list('chained', { before: 4, limit: 9 });
    const [, second] = listed.toReversed();
    expect(second).toMatchObject({ position: 2, isGenuine: false });
  });

  test('that was added in the database is sealed as forged', async () => {
    const { events } = open();
    await events.record(sampleEvent('forging', 1));
    await pool.query(`insert into authentication_event (authentication_id, tenant_id, issuer, client_id, channel, kind,
        acr, outcome, hint, at, event_mac, document)
      select 'x', tenant_id, issuer, client_id, channel, kind, acr, outcome, hint, at, event_mac, document
      from authentication_event where tenant_id = 'management:forging'`);
    await seal();
    expect(await faultsOf('forging')).toEqual(['forged at 2']);
  });

  test('is no usage', async () => {
    await open().events.record(sampleEvent('counted', 1));
    const usage = await pgUsage(pool).between(at(-1), at(1));
    expect(usage).toEqual([]);
  });

  function sampleEvent(tenant: string, number: number) {
    const act = {
      tenant,
      act: 'applications.write',
      outcome: 'done',
      object: `application a${number}`,
      after: { name: `a${number}` },
    } as const;
    return managementEvent(BY_COMMAND, act, { unique: randomId(), at: NOW });
  }

  async function change(what: string, position: number): Promise<void> {
    await pool.query(
      `update authentication_event set ${what} where tenant_id = 'management:chained' and position = $1`,
      [position],
    );
  }

  async function seal(): Promise<void> {
    const eventChain = pgEventChain({ pool, vault: testVault });
    const macs = chainMacs(testVault);
    await makeSealEvents({ eventChain, macs, clock: () => NOW, log: silentLog })(() => true);
  }

  async function faultsOf(tenant: string): Promise<readonly string[]> {
    const eventChain = pgEventChain({ pool, vault: testVault });
    const verify = makeVerifyEvents({ eventChain, macs: chainMacs(testVault) });
    const part = { from: undefined, until: undefined, storedHead: undefined };
    const { faults } = await verify({ tenantId: `management:${tenant}`, ...part });
    return faults.map(({ texts }) => texts);
  }
});

function shown({
  position,
  object,
  after,
}: {
  position?: unknown;
  object: unknown;
  after?: unknown;
}) {
  return { position, object, after };
}

/** A row of a change that waits for a second person. */
async function addApproval(id: string, expiresAt: Date): Promise<void> {
  const values = [id, expiresAt];
  await pool.query("insert into approval values ($1, 'acme', '', $2)", values);
}

async function approvals(): Promise<string[]> {
  return (await pool.query('select id from approval')).rows.map(({ id }) => id);
}

function tokenRequest(tenant: string, createdBy = 'command-line') {
  return {
    name: 'CI',
    tenant,
    role: 'developer',
    permissions: ['applications.write'],
    days: 90,
    createdBy,
  } as const;
}

function hexOf(secret: string): string {
  return Buffer.from(sha256Id(secret), 'base64url').toString('hex');
}

/** The stores and use cases of one replica at a moment. */
function open(now = NOW) {
  const deps = { pool, vault: testVault };
  const administrators = pgAdministrators(deps);
  const sessions = pgManagementSessions(deps);
  const apiTokens = pgApiTokens(deps);
  const parts = { newId: randomId, hashOf: sha256Id, clock: () => now };
  const invite = makeInviteAdministrator({ administrators, ...parts });
  const enterConsole = makeEnterConsole({ administrators, sessions, ...parts });

  async function enter(
    sub: string,
    { secret, oldSession }: { secret?: string; oldSession?: string } = {},
  ) {
    const invitation = secret === undefined ? undefined : sha256Id(secret);
    const person = { iss: ISSUER, sub, name: sub, authenticatedAt: now, invitation, oldSession };
    return enterConsole(person);
  }
  async function invited(grant: Offer): Promise<string> {
    return (await invite(grant, BY_COMMAND)).secret;
  }
  return {
    administrators,
    sessions,
    apiTokens,
    events: pgManagementEvents(deps),
    tokens: makeTokens({ tokens: apiTokens, ...parts }),
    enter,
    invited,
    async entered(sub: string, grant: Grant): Promise<string> {
      const entered = await enter(sub, { secret: await invited(grant) });
      if (entered.outcome !== 'entered') throw new Error(entered.outcome);
      return entered.secret;
    },
    find: (secret: string, seconds = 0) => {
      const moment = secondsAfter(now, seconds);
      const idleSince = secondsAfter(moment, -1_800);
      return sessions.find(sha256Id(secret), { now: moment, idleSince });
    },
    remove: (id: string, tenant: string | undefined) => {
      const act = {
        tenant: tenant ?? '*',
        act: 'administrators.write',
        outcome: 'done',
        object: id,
      } as const;
      const event = managementEvent(BY_COMMAND, act, { unique: randomId(), at: now });
      return administrators.remove(id, tenant, event);
    },
  };
}
