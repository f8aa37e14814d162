import {
  at,
  leaseAbout,
  PERSON,
  pendingAuthentication,
} from '@eid-broker/testing/sample-authentication';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import { pgArtifacts } from '../../src/adapters/postgres/logins/artifacts.ts';
import { pgAuthentications } from '../../src/adapters/postgres/logins/authentications.ts';
import { pgIssuance } from '../../src/adapters/postgres/logins/issuance.ts';
import type { Authentications } from '../../src/ports/authentications.ts';
import { applyFile, type Broker, demoVariables, startBroker } from '../support/broker.ts';
import { type EventLog, openEventLog } from '../support/event-log.ts';
import { testVault } from '../support/pg-replicas.ts';
import { exchangeCode } from '../support/tokens.ts';
import { arrivalOf, authorizationUrl, decide, scan, type Visit, visit } from '../support/visit.ts';

/** A database writer can change the database and lacks the key-encryption key. */
describe('a database writer cannot', () => {
  let broker: Broker;
  beforeAll(async () => {
    broker = await startBroker();
  });
  afterAll(() => broker.close());

  const idOf = ({ url }: Visit) => url.split('/').at(-1) ?? '';
  const resumeOf = ({ url }: Visit) => url.replace('/login/', '/oauth2/authorize/');

  async function approved(): Promise<Visit> {
    const login = await visit(broker);
    await decide(broker, await scan(broker, login));
    await login.browser.get(`${login.url}/status`, { accept: 'application/json' });
    return login;
  }

  test.each([
    ['before its consumption', false],
    ['after its consumption', true],
  ])('move a result into its own login %s', async (_when, isGivenOut) => {
    const victim = await approved();
    if (isGivenOut) {
      expect(arrivalOf(await victim.browser.get(resumeOf(victim))).searchParams.has('code')).toBe(
        true,
      );
    }
    const writer = await visit(broker);
    await writer.load();
    await broker.sql('delete from authentication where login_id = $1', [idOf(writer)]);
    const moved = await broker.sql(
      `update authentication set login_id = $2, result_consumed_at = null
        where login_id = $1 returning tenant_id, issuer, client_id`,
      [idOf(victim), idOf(writer)],
    );
    expect(moved).toHaveLength(1);

    for (const url of [writer.url, resumeOf(writer)]) {
      const { status, location = '' } = await writer.browser.get(url);
      expect(status).toBe(500);
      expect(location).not.toContain('code=');
    }
    await broker.sql('delete from authentication where login_id = $1', [idOf(writer)]);
  });

  test('exchange a code twice', async () => {
    const login = await approved();
    const connection = arrivalOf(await login.browser.get(resumeOf(login)));
    expect((await exchangeCode(broker, connection)).status).toBe(200);
    const undone = await broker.sql(
      `update artifact set consumed_at = null where kind like '%AuthorizationCode' returning 1`,
    );
    expect(undone.length).toBeGreaterThan(0);
    await broker.sql('update authentication set result_consumed_at = now()');

    expect(await exchangeCode(broker, connection)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test('redirect people to another URI: the tenant is refused until the next apply', async () => {
    const wanted = { redirect_uri: 'https://attacker.example/cb' };
    await broker.sql(`update application set settings =
      jsonb_set(settings, '{redirectUris}', '["https://attacker.example/cb"]')`);
    await broker.sql('update configuration_revision set revision = revision + 1');
    broker.advance(3);
    const refused = await fetch(authorizationUrl(broker.issuer, wanted), { redirect: 'manual' });
    expect([refused.status, refused.headers.get('location')]).toEqual([421, null]);
    expect(broker.logged).toContainEqual({
      level: 'error',
      event: 'configuration.unverified',
      facts: { tenantId: 'demo' },
    });

    const variables = demoVariables(broker);
    await applyFile('test/fixtures/bankid.yaml', { databaseUrl: broker.databaseUrl, variables });
    broker.advance(3);
    expect((await visit(broker)).url).toContain('/login/');
  });
});

describe('a changed row', () => {
  let log: EventLog;
  let store: Authentications;
  beforeAll(async () => {
    log = await openEventLog();
    store = pgAuthentications({ pool: log.pool, vault: testVault });
  });
  beforeEach(async () => {
    await log.sql('truncate authentication, authentication_event, artifact');
    await store.begin(ATTEMPT);
  });
  afterAll(() => log.close());

  const ATTEMPT = pendingAuthentication({ returnNonce: 'nonce', device: 'same' });
  const IDENTIFIED = { state: 'identified', at: at(5), identity: PERSON } as const;
  const artifacts = () => pgArtifacts({ pool: log.pool, vault: testVault, clock: () => at(0) });
  const CODE = { kind: 'Code', id: 'code-1', grantId: 'attempt-1', expiresAt: at(60), payload: {} };

  test.each([
    ["tenant_id = 'other'"],
    ["issuer = 'https://other.example'"],
    ["client_id = 'other'"],
    ["channel = 'headless'"],
    ["login_id = 'other'"],
    ["acr = 'urn:grn:authn:xx:other'"],
    ["scope = 'openid evidence'"],
    ["id_token = 'minimal'"],
    ["device = 'other'"],
    ["created_at = created_at + interval '1 s'"],
    ["expires_at = expires_at + interval '1 h'"],
    ["returned = 'here'::bytea"],
    ["request = (select request from authentication where id = 'attempt-2')"],
    ["identity = (select identity from authentication where id = 'attempt-2')"],
  ])('of an attempt with %s cannot be read', async (change) => {
    const other = pendingAuthentication({ id: 'attempt-2', loginId: 'login-2' });
    await store.begin(other);
    for (const authentication of [ATTEMPT, other])
      await store.recordOutcome(leaseAbout(authentication), IDENTIFIED);
    await log.sql(`update authentication set ${change} where id = 'attempt-1'`);
    await expect(store.find('attempt-1')).rejects.toThrow(
      /authentication\.(request|identity|returned):attempt-1/,
    );
  });

  test('cannot change the time of a login, which is sealed', async () => {
    await store.recordOutcome(leaseAbout(ATTEMPT), IDENTIFIED);
    await log.sql("update authentication set settled_at = settled_at + interval '1 h'");
    expect((await store.find('attempt-1'))?.progress).toEqual(IDENTIFIED);
  });

  test('of a result without its timestamp yields no second result', async () => {
    const issuance = pgIssuance({ pool: log.pool, vault: testVault });
    await store.recordOutcome(leaseAbout(ATTEMPT), IDENTIFIED);
    expect(await store.consumeResult('attempt-1', at(6))).toBeDefined();
    await log.sql('update authentication set result_consumed_at = null');
    expect(await store.consumeResult('attempt-1', at(7))).toBeUndefined();
    const issued = { stored: CODE, login: undefined };
    expect(await issuance.issue(ATTEMPT, at(7), issued)).toBe(false);
    expect(await artifacts().find('Code', 'code-1')).toBeUndefined();
  });

  test('of an artifact without its timestamp yields no second use, nor does its copy', async () => {
    await artifacts().put(CODE);
    await artifacts().put({ ...CODE, id: 'code-2' });
    expect(await artifacts().consume('Code', 'code-1', at(1))).toBe(true);
    await log.sql(`update artifact set consumed_at = null, unconsumed_mac = coalesce(unconsumed_mac,
      (select unconsumed_mac from artifact where unconsumed_mac is not null))`);
    expect(await artifacts().consume('Code', 'code-1', at(2))).toBe(false);
    const issuance = pgIssuance({ pool: log.pool, vault: testVault });
    expect(await issuance.exchange(CODE, at(2), { ...CODE, id: 'token' })).toBe(false);
    expect(await artifacts().consume('Code', 'code-2', at(2))).toBe(true);
  });

  test('of an artifact with another grant cannot be read', async () => {
    await artifacts().put(CODE);
    await log.sql("update artifact set grant_id = 'attempt-2'");
    await expect(artifacts().find('Code', 'code-1')).rejects.toThrow('artifact.payload');
  });

  test('of an invented event is sealed as forged', async () => {
    await store.recordOutcome(leaseAbout(ATTEMPT), IDENTIFIED);
    const columns =
      'tenant_id, issuer, client_id, channel, kind, acr, outcome, address_from, at, event_mac';
    await log.sql(`insert into authentication_event (authentication_id, ${columns})
      select 'invented', ${columns} from authentication_event`);
    await log.seal(10);
    expect(log.errors).toEqual([
      ['event.forged', { tenantId: 'tenant', authenticationId: 'invented' }],
    ]);
  });

  test.each([
    ['was changed in the database', "update authentication set client_id = 'other'", 1],
    ['is unchanged', 'select 1', 0],
  ])(
    'of an attempt that %s yields a matching event at its expiry',
    async (_how, change, forged) => {
      const before = log.errors.length;
      await log.sql(change);
      await store.purge(at(1_000), 10);
      await log.seal(20);
      expect(log.errors.length - before).toBe(forged);
    },
  );
});
