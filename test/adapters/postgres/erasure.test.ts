import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import {
  at,
  leaseOf,
  PERSON,
  pendingAuthentication,
} from '@eid-broker/testing/sample-authentication';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { pgErasure } from '../../../src/adapters/postgres/erasure.ts';
import { pgArtifacts } from '../../../src/adapters/postgres/logins/artifacts.ts';
import { pgAuthentications } from '../../../src/adapters/postgres/logins/authentications.ts';
import { PLAIN_LOGIN } from '../../../src/domain/intent.ts';
import { openTestPool, testVault } from '../../support/pg-replicas.ts';

const vault = testVault;
const TOLVAN = { tenantId: 'tenant', nationalIds: [PERSON.nationalId] };
const NOTHING = { attempts: 0, codesAndTokens: 0, sessions: 0 };
/** The library's kinds of artifacts that an attempt may have left. */
const KINDS = ['AuthorizationCode', 'AccessToken'];

let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

async function begin(id: string, person?: string): Promise<void> {
  const intent = { ...PLAIN_LOGIN, person };
  const authentication = pendingAuthentication({ id, intent, loginId: undefined });
  await pgAuthentications({ pool, vault }).begin(authentication);
}

async function identified(id: string, nationalId: string): Promise<void> {
  await begin(id);
  const identity = { ...PERSON, nationalId };
  const outcome = { state: 'identified', at: at(1), identity } as const;
  await pgAuthentications({ pool, vault }).recordOutcome(leaseOf(id), outcome);
}

async function put(kind: string, own: { grantId?: string; person?: string }): Promise<void> {
  const { grantId, person } = own;
  await pgArtifacts({ pool, vault, clock: () => at(0) }).put({
    kind,
    id: `${grantId}-${person}`,
    grantId,
    expiresAt: at(60),
    payload: {},
    ...(person !== undefined && { person: { tenantId: 'tenant', nationalId: person } }),
  });
}

const erase = () => pgErasure({ pool, vault }).erase(TOLVAN);
const outcomes = async () =>
  (
    await pool.query('select outcome from authentication_event order by authentication_id')
  ).rows.map(({ outcome }) => outcome);

describe('the erasure', () => {
  test('of an unknown person does nothing', async () => {
    expect(await erase()).toEqual(NOTHING);
  });

  test('deletes an identified person with codes and tokens, and no other', async () => {
    await identified('tolvan', PERSON.nationalId);
    await identified('other', '199006022397');
    for (const kind of KINDS) {
      await put(kind, { grantId: 'tolvan' });
      await put(kind, { grantId: 'other' });
    }
    expect(await erase()).toEqual({ attempts: 1, codesAndTokens: 2, sessions: 0 });
    const { rows } = await pool.query('select distinct grant_id from artifact');
    expect(rows).toEqual([{ grant_id: 'other' }]);
    expect(await pgAuthentications({ pool, vault }).find('tolvan')).toBeUndefined();
    expect(await outcomes()).toEqual(['identified', 'identified']);
    expect(await erase()).toEqual(NOTHING);
  });

  test('deletes attempts for a named person, which then count as expired', async () => {
    await begin('input', PERSON.nationalId);
    await begin('anybody');
    expect(await erase()).toEqual({ ...NOTHING, attempts: 1 });
    expect(await outcomes()).toEqual(['expired']);
  });

  test('deletes sessions also when their login is deleted', async () => {
    await put('remembered-login', { person: PERSON.nationalId });
    await put('remembered-login', { person: '199006022397' });
    expect(await erase()).toEqual({ ...NOTHING, sessions: 1 });
  });

  test('finds a person by any of the given numbers', async () => {
    await identified('one', '199006022397');
    const nationalIds = ['1234567890', '199006022397'];
    expect(await pgErasure({ pool, vault }).erase({ tenantId: 'tenant', nationalIds })).toEqual({
      ...NOTHING,
      attempts: 1,
    });
  });
});

test('the hash reveals nothing of the person, and differs between tenants', async () => {
  await identified('one', PERSON.nationalId);
  const authentication = pendingAuthentication({
    id: 'two',
    tenantId: 'other',
    loginId: undefined,
    intent: { ...PLAIN_LOGIN, person: PERSON.nationalId },
  });
  await pgAuthentications({ pool, vault }).begin(authentication);
  const { rows } = await pool.query<{ person: Buffer }>('select person from authentication');
  const [one, two] = rows.map(({ person }) => person.toString('hex'));
  expect(one).toMatch(/^[0-9a-f]{64}$/);
  expect(two).toMatch(/^[0-9a-f]{64}$/);
  expect(one).not.toBe(two);
});
