import { type FaultProxy, startFaultProxy } from '@eid-broker/prove/environment/fault-proxy';
import {
  type Phase,
  type StatementWatch,
  statementWatch,
} from '@eid-broker/prove/environment/statement-watch';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { send } from '@eid-broker/testing/wire';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { lifetimes } from '../../src/domain/lifetimes.ts';
import { TEST_KEY } from '../support/broker.ts';
import { errorFieldsIn } from '../support/error-fields.ts';
import {
  type Approved,
  approved,
  bring,
  exchangesAt,
  type MitIdBroker,
  redeem,
  startMitIdBroker,
} from '../support/mitid-broker.ts';
import { startReplica } from '../support/replica.ts';
import { visitOf } from '../support/visit.ts';

/** The statement that takes the answer, and the one that commits its result. The exchange is between them. */
const TAKE = 'authentication_take_return';
const COMMIT = 'authentication_record_outcome';

/** The replica that stays. Its clock is ahead of the others at the end of a test. */
let broker: MitIdBroker;
/** Between the database and the replicas that are killed. */
let proxy: FaultProxy;
let statements: StatementWatch;
beforeEach(async () => {
  broker = await startMitIdBroker();
  statements = statementWatch();
  const { port } = new URL(broker.databaseUrl);
  proxy = await startFaultProxy({
    toPort: Number(port),
    random: () => 0.5,
    watcher: statements.watcher,
  });
});
afterEach(async () => {
  await proxy.close();
  await broker.close();
});

describe('a replica that is killed', () => {
  test.each<[string, string, Phase, number]>([
    ['before the exchange', TAKE, 'after', 0],
    ['between the exchange and its commit', COMMIT, 'before', 1],
  ])('%s loses the login, which never completes', async (_, statement, phase, exchanges) => {
    const login = await approved(broker);
    const before = exchangesAt(broker, 'mitid');
    await bringToDying(login, statement, phase);
    expect(exchangesAt(broker, 'mitid') - before).toBe(exchanges);

    const { browser, answer } = login;
    const waiting = await browser.follow(answer.href);
    expect(renderedPage(waiting).state).toBe('answer');
    broker.advance(lifetimes.collectLease);
    const over = await browser.follow(answer.href);
    expect(renderedPage(over)).toMatchObject({ state: 'ended', heading: 'This did not work' });
    const left = await visitOf(browser, over.url).press('cancel');
    expect(errorFieldsIn(new URL(left.location ?? ''))).toEqual({
      error: 'server_error',
      error_description: 'the answer of the eID was lost',
      state: 'xyz',
      iss: broker.issuer,
    });
    const late = await browser.follow(answer.href);
    expect([late.status, late.location]).toEqual([404, undefined]);
    expect(exchangesAt(broker, 'mitid') - before).toBe(exchanges);
    expect(await endsOf(login)).toEqual([{ outcome: 'lost' }]);
  });

  test('after the commit loses its response only: the login completes once', async () => {
    const login = await approved(broker);
    const before = exchangesAt(broker, 'mitid');
    await bringToDying(login, COMMIT, 'after');
    const callback = await bring(login.browser, login.answer);
    expect((await redeem(broker, callback)).status).toBe(200);
    const late = await login.browser.follow(login.answer.href);
    expect([late.status, late.location]).toEqual([404, undefined]);
    const again = await redeem(broker, callback);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect(exchangesAt(broker, 'mitid') - before).toBe(1);
    expect(await endsOf(login)).toEqual([{ outcome: 'identified' }]);
  });
});

/** Brings the answer to a replica that is killed just before or after the statement, and gets no response. */
async function bringToDying(
  { browser, answer }: Approved,
  statement: string,
  phase: Phase,
): Promise<void> {
  const database = new URL(broker.databaseUrl);
  database.port = String(proxy.port);
  const replica = await startReplica({
    DATABASE_URL: database.href,
    KEY_ENCRYPTION_KEY: TEST_KEY,
  });
  const release = statements.on(statement, phase, async ({ cut }) => {
    replica.signal('SIGKILL');
    await replica.ended;
    cut();
  });
  const cookie = await browser.jar.getCookieString(answer.href);
  const headers = { host: new URL(broker.issuer).host, cookie };
  const path = `${answer.pathname}${answer.search}`;
  await expect(send(replica.port, { path, headers })).rejects.toThrow('socket hang up');
  release();
  await replica.ended;
}

/** The outcomes in the event log of this login. */
function endsOf({ answer }: Approved) {
  const [, authenticationId] = answer.searchParams.get('state')?.split('.') ?? [];
  return broker.sql('select outcome from authentication_event where authentication_id = $1', [
    authenticationId,
  ]);
}
