import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { at, leaseOf, pendingAuthentication } from '@eid-broker/testing/sample-authentication';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';

import { pgAuthentications } from '../../../../src/adapters/postgres/logins/authentications.ts';
import { pgLoginLookup } from '../../../../src/adapters/postgres/logins/login-lookup.ts';
import { pgLoginTimelines } from '../../../../src/adapters/postgres/logins/login-timelines.ts';
import type { Acr } from '../../../../src/domain/acr.ts';
import { MAX_STEPS, STEPS_FOR_OUTCOME } from '../../../../src/domain/login-timeline.ts';
import { MAX_OTHER_REFUSALS } from '../../../../src/domain/other-refusals.ts';
import {
  type SupportCode,
  SupportCodeTaken,
  withFreeCode,
} from '../../../../src/domain/support-code.ts';
import type { TimelineCursor, TimelineFilter } from '../../../../src/ports/login-timelines.ts';
import { testVault } from '../../../support/pg-replicas.ts';

const ACR = 'urn:grn:authn:se:bankid' as Acr;
const TENANT = pendingAuthentication().tenantId;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() =>
  pool.query('truncate login_timeline, login_timeline_link, authentication, artifact'),
);

const timelines = () => pgLoginTimelines(pool);
const authentications = () => pgAuthentications({ pool, vault: testVault });

function codeOf(n: number): SupportCode {
  return `2222222${'23456789ABCDEFGHJKMNPQRSTVWXYZ'[n]}` as SupportCode;
}

/** A stored browser login, without an attempt. */
async function login(
  n: number,
  own: { readonly clientId?: string; readonly state?: string; readonly reference?: string } = {},
) {
  const artifact = {
    kind: 'Interaction',
    id: `login-${n}`,
    grantId: undefined,
    expiresAt: at(900),
    payload: {},
  };
  await pgLoginLookup({ pool, vault: testVault }).begin(artifact, {
    tenantId: TENANT,
    code: codeOf(n),
    issuer: 'https://login.example.com',
    clientId: 'shop',
    acr: ACR,
    at: at(n),
    state: undefined,
    reference: undefined,
    ...own,
  });
}

describe('the timeline of a login', () => {
  test('is begun with the login, and its code is that of one login of the tenant', async () => {
    await login(1);
    expect(await timelines().find(TENANT, codeOf(1))).toMatchObject({
      clientId: 'shop',
      acr: ACR,
      outcome: undefined,
      beganAt: at(1),
      steps: [{ what: 'begun', at: at(1).getTime() }],
    });
    expect(await timelines().find('another', codeOf(1))).toBeUndefined();
    expect(await timelines().findInAllTenants(codeOf(1))).toEqual([]);

    const taken = pendingAuthentication({
      id: 'other',
      loginId: undefined,
      supportCode: codeOf(1),
    });
    await expect(authentications().begin(taken)).rejects.toThrow(SupportCodeTaken);
    expect(await authentications().find('other')).toBeUndefined();
  });

  test('has its code alone, of racing logins with the same one', async () => {
    const taken: SupportCode[] = [];
    const begin = (id: string) =>
      withFreeCode(
        codeOf(1),
        () => codeOf(2),
        async (supportCode) => {
          taken.push(supportCode);
          const attempt = pendingAuthentication({ id, loginId: undefined, supportCode });
          await authentications().begin(attempt);
          return supportCode;
        },
      );
    const codes = await Promise.all([begin('one'), begin('other')]);
    expect(codes.toSorted()).toEqual([codeOf(1), codeOf(2)]);
    expect(taken.toSorted()).toEqual([codeOf(1), codeOf(1), codeOf(2)]);
    const { rows } = await pool.query('select tenant_id, code, login_key from login_timeline');
    expect(rows.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
  });

  test('is written by the statements of its attempts', async () => {
    await login(0);
    const attempt = pendingAuthentication({ loginId: 'login-0', supportCode: codeOf(0) });
    await authentications().begin(attempt);
    const lease = leaseOf(attempt.id);
    const hint = { stage: 'acknowledgement', hintCode: 'userSign' } as const;
    const pending = { ...hint, order: undefined, collectAfter: at(4) };
    const updated = await authentications().recordPending(lease, pending);
    expect(updated?.progress).toMatchObject(hint);
    await authentications().recordOutcome(lease, {
      state: 'ended',
      why: 'declined',
      hintCode: 'userCancel',
      at: at(5),
    });
    const found = await timelines().find(TENANT, codeOf(0));
    expect(found?.outcome).toBe('declined');
    expect(found?.steps.map(({ what }) => what)).toEqual(['begun', 'started', 'hint', 'ended']);
    const again = pendingAuthentication({
      id: 'again',
      loginId: 'login-0',
      supportCode: codeOf(0),
    });
    await authentications().begin(again);
    expect((await timelines().find(TENANT, codeOf(0)))?.outcome).toBeUndefined();
  });

  test('keeps steps up to its limit, and room for the outcome', async () => {
    await login(1);
    const attempt = pendingAuthentication({ loginId: 'login-1', supportCode: codeOf(1) });
    await authentications().begin(attempt);
    const page = (n: number) => ({
      tenantId: TENANT,
      login: { loginId: 'login-1' },
      step: { at: at(n).getTime(), what: 'page', page: 'scan' } as const,
    });
    for (let n = 0; n < 70; n += 1) await timelines().note([page(n)]);
    const lease = leaseOf(attempt.id);
    await authentications().recordOutcome(lease, {
      state: 'ended',
      why: 'expired',
      hintCode: undefined,
      at: at(99),
    });
    const found = await timelines().find(TENANT, codeOf(1));
    expect(found?.steps).toHaveLength(MAX_STEPS - STEPS_FOR_OUTCOME + 1);
    expect(found?.steps.at(-1)).toMatchObject({ what: 'ended', why: 'expired' });
    expect(found?.leftOut).toBe(24);
  });
});

describe('notes', () => {
  const refused = { what: 'refused', key: 'grant-invalid', endpoint: 'token' } as const;
  const step = { at: at(9).getTime(), ...refused };

  test('find their login by its code, its attempt or a code of the application', async () => {
    await login(1);
    const attempt = pendingAuthentication({ loginId: 'login-1', supportCode: codeOf(1) });
    await authentications().begin(attempt);
    await pool.query(
      `insert into artifact (kind, id_hash, grant_id, payload, expires_at)
        values ('Code', sha256('the-code'), $1, '', now())`,
      [attempt.id],
    );
    const logins = [
      { code: codeOf(1) },
      { loginId: 'login-1' },
      { authenticationId: attempt.id },
      { artifact: { kind: 'Code', id: 'the-code' } },
      { code: codeOf(2) },
      { artifact: { kind: 'Code', id: 'unknown' } },
    ];
    const notes = logins.map((of) => ({ tenantId: TENANT, login: of, step }));
    expect(await timelines().note(notes)).toEqual([]);
    const found = await timelines().find(TENANT, codeOf(1));
    expect(found?.steps.filter(({ what }) => what === 'refused')).toHaveLength(4);
    expect(found?.error).toBe('grant-invalid');
    const foreign = { tenantId: 'another', login: { loginId: 'login-1' }, step };
    await timelines().note([foreign]);
    expect((await timelines().find(TENANT, codeOf(1)))?.steps).toHaveLength(6);
  });

  test('of an error that the application got end a login that never began at the eID', async () => {
    await login(1);
    const note = { tenantId: TENANT, login: { loginId: 'login-1' } };
    await timelines().note([{ ...note, step }]);
    expect((await timelines().find(TENANT, codeOf(1)))?.outcome).toBeUndefined();
    const told = { what: 'told', answer: 'error', key: 'eid-unavailable' } as const;
    await timelines().note([{ ...note, step: { at: step.at, ...told } }]);
    expect(await timelines().find(TENANT, codeOf(1))).toMatchObject({
      outcome: 'refused',
      error: 'eid-unavailable',
    });
  });

  test('of an error leave the outcome of an attempt', async () => {
    await login(1);
    const attempt = pendingAuthentication({ loginId: 'login-1', supportCode: codeOf(1) });
    await authentications().begin(attempt);
    const ended = { state: 'ended', why: 'blocked', hintCode: undefined, at: at(5) } as const;
    await authentications().recordOutcome(leaseOf(attempt.id), ended);
    const told = { at: step.at, what: 'told', answer: 'error', key: 'blocked' } as const;
    await timelines().note([{ tenantId: TENANT, login: { code: codeOf(1) }, step: told }]);
    expect((await timelines().find(TENANT, codeOf(1)))?.outcome).toBe('blocked');
  });

  test('of requests that only name the login leave room for its steps', async () => {
    await login(1);
    const by = { tenantId: TENANT, login: { loginId: 'login-1' } };
    const other = (n: number, key: string) => ({
      ...by,
      step: {
        at: at(n).getTime(),
        what: 'refused' as const,
        key,
        endpoint: 'token',
        facts: { code: `code-${n}` },
        byOther: true as const,
      },
    });
    const equal = Array.from({ length: 45 }, (_, n) => other(n, 'grant-invalid'));
    await timelines().note(equal);
    await timelines().note(equal);
    const once = (await timelines().find(TENANT, codeOf(1)))?.steps ?? [];
    expect(once.map(({ what }) => what)).toEqual(['begun', 'refused']);
    expect(once[1]).toMatchObject({ at: at(44).getTime(), times: 90, facts: { code: 'code-44' } });

    const different = Array.from({ length: 70 }, (_, n) => other(n, `key-${n}`));
    expect(await timelines().note(different)).toEqual([]);
    const told = { at: at(99).getTime(), what: 'told', answer: 'code' } as const;
    const page = { at: at(98).getTime(), what: 'page', page: 'scan' } as const;
    const own = Array.from({ length: 70 }, () => ({ ...by, step: page }));
    await timelines().note([...own, { ...by, step: told }]);
    const found = await timelines().find(TENANT, codeOf(1));
    const kinds = found?.steps.map(({ what }) => what) ?? [];
    expect(kinds).toHaveLength(MAX_STEPS - STEPS_FOR_OUTCOME);
    expect(kinds.filter((what) => what === 'refused')).toHaveLength(MAX_OTHER_REFUSALS);
    expect([kinds[0], kinds.at(-1)]).toEqual(['begun', 'told']);
    expect(found?.leftOut).toBe(90 + 60 + 70 - (kinds.length - 12));
  });

  test('never wait for a statement of a login, and are returned instead', async () => {
    await login(1);
    const note = { tenantId: TENANT, login: { loginId: 'login-1' }, step };
    const client = await pool.connect();
    await client.query('begin');
    await client.query("select from login_timeline where login_key = 'login-1' for update");
    const byOther = { ...note, step: { ...step, byOther: true as const } };
    expect(await timelines().note([note, byOther])).toEqual([byOther, note]);
    await client.query('commit');
    client.release();
    expect(await timelines().note([note])).toEqual([]);
  });
});

describe('a list', () => {
  beforeEach(async () => {
    for (const n of [1, 2, 3, 4, 5]) await login(n, n === 5 ? { clientId: 'other' } : {});
    await timelines().refused([
      {
        tenantId: TENANT,
        code: codeOf(6),
        issuer: 'https://login.example.com',
        clientId: undefined,
        channel: 'browser',
        acr: undefined,
        state: 'the-state',
        reference: '0af7651916cd43dd8448eb211c80319c',
        step: {
          at: at(6).getTime(),
          what: 'refused',
          key: 'client-unknown',
          endpoint: 'authorization',
        },
      },
    ]);
  });

  const codes = async (filter: TimelineFilter) =>
    (await timelines().list(TENANT, filter, { limit: 10 })).items.map(({ code }) => code);

  test('has the latest first, page by page', async () => {
    const seen: SupportCode[] = [];
    let after = undefined as Awaited<ReturnType<ReturnType<typeof timelines>['list']>>['next'];
    for (let pages = 0; pages < 3; pages += 1) {
      const page = await timelines().list(TENANT, {}, { limit: 2, after });
      seen.push(...page.items.map(({ code }) => code));
      after = page.next;
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1].map(codeOf));
    expect(after).toBeUndefined();
  });

  test('is filtered', async () => {
    expect(await codes({ outcome: 'refused' })).toEqual([codeOf(6)]);
    expect(await codes({ outcome: 'pending', from: at(2), until: at(4) })).toEqual(
      [3, 2].map(codeOf),
    );
    expect(await codes({ clientId: 'other' })).toEqual([codeOf(5)]);
    expect(await codes({ error: 'client-unknown' })).toEqual([codeOf(6)]);
    expect(await codes({ acrValues: [] })).toEqual([]);
    expect(await codes({ acrValues: [ACR], clientId: 'other' })).toEqual([codeOf(5)]);
  });

  describe('with many other logins', () => {
    beforeEach(() =>
      pool.query(
        `insert into login_timeline (login_key, tenant_id, code, issuer, client_id, channel, acr, outcome, began_at, steps)
          select 'many-' || n, $1, 'M' || n, 'i', 'shop', 'browser', $2, 'identified', $3::timestamptz + n * interval '1 s', '[]'
          from generate_series(1, 10002) n`,
        [TENANT, ACR, at(100)],
      ),
    );
    const list = (filter: TimelineFilter, after?: TimelineCursor) =>
      timelines().list(TENANT, filter, { limit: 10, after });

    test.each<[TimelineFilter, readonly number[]]>([
      [{ clientId: 'other' }, [5]],
      [{ error: 'client-unknown' }, [6]],
      [{ outcome: 'refused' }, [6]],
      [{ outcome: 'refused', error: 'client-unknown', from: at(6) }, [6]],
      [{ outcome: 'pending', clientId: 'other' }, [5]],
    ])('finds the few of %j at once', async (filter, found) => {
      expect(await list(filter)).toEqual({
        items: found.map((n) => expect.objectContaining({ code: codeOf(n) })),
        next: undefined,
      });
    });

    test('reads a bounded number of them for a page', async () => {
      const first = await list({ outcome: 'pending' });
      expect(first).toEqual({ items: [], next: { beganAt: at(103), code: 'M3' } });
      const second = await list({ outcome: 'pending' }, first.next);
      expect(second.items.map(({ code }) => code)).toEqual([5, 4, 3, 2, 1].map(codeOf));
      expect(second.next).toBeUndefined();
      const full = await list({ outcome: 'identified' });
      expect([full.items.length, full.next?.code]).toEqual([10, 'M9993']);
    });
  });

  test.each(['2222-2228', '22222228', 'the-state', '0AF7651916CD43DD8448EB211C80319C'])(
    'finds what support pastes: %s',
    async (search) => {
      expect(await codes({ search })).toEqual([codeOf(6)]);
      expect((await timelines().list('another', { search }, { limit: 10 })).items).toEqual([]);
    },
  );
});

describe('a refused request', () => {
  const request = {
    tenantId: TENANT,
    code: codeOf(7),
    issuer: 'https://login.example.com',
    clientId: 'shop',
    channel: 'browser',
    acr: undefined,
    state: undefined,
    reference: undefined,
    step: { at: at(6).getTime(), what: 'refused', key: 'grant-invalid', endpoint: 'token' },
  } as const;

  test.each([
    [{ loginId: 'login-1' }, codeOf(1)],
    [{ authenticationId: pendingAuthentication().id }, codeOf(1)],
    [{ loginId: 'unknown' }, undefined],
    [undefined, undefined],
  ])('that names %j leads to that login', async (named, code) => {
    await login(1);
    await authentications().begin(
      pendingAuthentication({ loginId: 'login-1', supportCode: codeOf(1) }),
    );
    await timelines().refused([{ ...request, login: named }]);
    expect((await timelines().find(TENANT, codeOf(7)))?.loginCode).toBe(code);
  });

  test('leads to no login of another tenant', async () => {
    await login(1);
    const foreign = { ...request, tenantId: 'another', login: { loginId: 'login-1' } };
    await timelines().refused([foreign]);
    expect((await timelines().find('another', codeOf(7)))?.loginCode).toBeUndefined();
  });
});

test('a link leads to its timeline until its end, and its token is not stored', async () => {
  await login(1);
  const link = { token: 'the-token', tenantId: TENANT, code: codeOf(1), expiresAt: at(60) };
  await timelines().share(link);
  expect((await timelines().findShared('the-token', at(59)))?.code).toBe(codeOf(1));
  expect(await timelines().findShared('the-token', at(60))).toBeUndefined();
  expect(await timelines().findShared('another', at(59))).toBeUndefined();
  const { rows } = await pool.query('select * from login_timeline_link');
  expect(JSON.stringify(rows)).not.toContain('the-token');
});

test('the purge deletes old timelines and links, of every tenant', async () => {
  for (const n of [1, 2, 3]) await login(n);
  await timelines().share({ token: 't', tenantId: TENANT, code: codeOf(3), expiresAt: at(5) });
  expect(await timelines().purge({ began: at(3), expired: at(9) }, 1)).toBe(1);
  expect(await timelines().purge({ began: at(3), expired: at(9) }, 10)).toBe(1);
  expect(await timelines().find(TENANT, codeOf(3))).toBeDefined();
  const { rows } = await pool.query('select 1 from login_timeline_link');
  expect(rows).toEqual([]);
});
