import { eventChainContract } from '@eid-broker/testing/contracts/event-chain';
import { at } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';
import type pg from 'pg';
import { pgEventChain } from '../../../../src/adapters/postgres/events/event-chain.ts';
import { pgAuthentications } from '../../../../src/adapters/postgres/logins/authentications.ts';
import type { MakeLink } from '../../../../src/ports/events.ts';
import { openEventLog } from '../../../support/event-log.ts';
import { pgReplicas, testVault } from '../../../support/pg-replicas.ts';

eventChainContract(
  'pgEventChain',
  pgReplicas((connected) => ({
    ...pgEventChain(connected),
    authentications: pgAuthentications(connected),
  })),
);

const make: MakeLink = (tenantId, head, events) => ({
  tenantId,
  number: head.number + 1,
  kind: 'events',
  note: undefined,
  keyName: 'key',
  firstPosition: head.position + 1,
  lastPosition: head.position + events.length,
  eventMacs: events.map(() => 'MAC'),
  mac: 'mac0',
  sealedAt: at(10),
});

test('no event is sealed while another replica extends the chains, and the call does not wait', async () => {
  const log = await openEventLog();
  const chain = pgEventChain({ pool: log.pool, vault: testVault });
  await log.identified('a-1');
  const other = await log.pool.connect();
  await other.query('begin; select pg_advisory_xact_lock(2026112210)');
  expect(await chain.seal(10, make)).toBeUndefined();
  await other.query('rollback');
  other.release();
  expect(await chain.seal(10, make)).toBe(1);
  await log.close();
});

test.each([
  ['sealed them', "update authentication_event set position = 7 where authentication_id = 'b-1'"],
  [
    'removed some',
    `insert into event_seal select tenant_id, 2, 'removal', 2, 1, '{}', 'x', 'key', 'mac'::bytea, now()
       from event_seal where tenant_id = 'a'`,
  ],
])('all or no events are sealed where another replica has just %s', async (_, change) => {
  const log = await openEventLog();
  const chain = pgEventChain({ pool: log.pool, vault: testVault });
  await log.identified('a-1');
  await chain.seal(10, make);
  await log.identified('a-2', 'b-1');
  // The rows that were read are outdated when the statement runs.
  const late = chainOver(
    withCallback(log.pool, async (name) => {
      if (name === 'event_chain_seal') await log.sql(change);
    }),
  );
  expect(await late.seal(10, make)).toBeUndefined();
  expect(await chain.unsealed('a')).toBe(1);
  expect((await chain.links('b', 1, 10)).length).toBe(0);
  await log.close();
});

test('no event is sealed where another replica has just used the positions for other events', async () => {
  const log = await openEventLog();
  const chain = pgEventChain({ pool: log.pool, vault: testVault });
  await log.identified('a-1');
  const place = 'update authentication_event set position = $1 where authentication_id = $2';
  const late = chainOver(
    withCallback(log.pool, async (name) => {
      if (name !== 'event_chain_seal') return;
      // The other replica has not seen the rows of this one.
      await log.sql(place, [99, 'a-1']);
      await log.identified('a-2');
      await chain.seal(10, make);
      await log.sql(place, [null, 'a-1']);
    }),
  );
  expect(await late.seal(10, make)).toBeUndefined();
  expect(await chain.seal(10, make)).toBe(1);
  const events = await chain.events('a', 1, 10);
  expect(events.map(({ facts }) => facts.authenticationId)).toEqual(['a-2', 'a-1']);
  await log.close();
});

test('positions without a link are not a race: the sealing fails with the constraint', async () => {
  const log = await openEventLog();
  const chain = pgEventChain({ pool: log.pool, vault: testVault });
  await log.identified('a-1');
  await chain.seal(10, make);
  await log.sql('delete from event_seal');
  await log.identified('a-2');
  await expect(chain.seal(10, make)).rejects.toThrow('authentication_event_position');
  expect(await chain.unsealed('a')).toBe(1);
  await log.close();
});

/** The same pool with a callback before each statement. */
function withCallback(pool: pg.Pool, before: (name: string | undefined) => Promise<void>): pg.Pool {
  const query = async (statement: pg.QueryConfig, values?: unknown[]) => {
    await before(statement.name);
    return pool.query(statement, values);
  };
  return Object.assign(Object.create(pool), { query });
}

function chainOver(pool: pg.Pool) {
  return pgEventChain({ pool, vault: testVault });
}
