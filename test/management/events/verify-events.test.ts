import { at } from '@eid-broker/testing/sample-authentication';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { chainMacs } from '../../../src/adapters/events/chain-macs.ts';
import { pgEventChain } from '../../../src/adapters/postgres/events/event-chain.ts';
import { systemVault } from '../../../src/adapters/system/vault.ts';
import type { Head } from '../../../src/domain/event-chain.ts';
import { makeRemoveOldEvents, sealedLink } from '../../../src/management/events/seal-events.ts';
import { type ChainPart, makeVerifyEvents } from '../../../src/management/events/verify-events.ts';
import type { ChainMacs } from '../../../src/ports/events.ts';
import { type EventLog, openEventLog } from '../../support/event-log.ts';
import { testVault } from '../../support/pg-replicas.ts';

const DAY = 24 * 60 * 60;

let log: EventLog;
beforeEach(async () => {
  log = await openEventLog();
});
afterEach(() => log.close());

/** Five events in two links. */
async function sealTwoLinks(): Promise<void> {
  await log.identified('a-1', 'a-2', 'a-3');
  await log.seal(10);
  await log.ended('a-4', 'declined');
  await log.identified('b-1', 'a-5');
  await log.seal(20);
}

function verify(part: Partial<ChainPart> = {}, macs: ChainMacs = chainMacs(testVault)) {
  const verifyEvents = makeVerifyEvents({
    eventChain: pgEventChain({ pool: log.pool, vault: testVault }),
    macs,
  });
  return verifyEvents({
    tenantId: 'a',
    from: undefined,
    until: undefined,
    storedHead: undefined,
    ...part,
  });
}

async function faults(part: Partial<ChainPart> = {}) {
  return (await verify(part)).faults.map(({ texts }) => texts);
}

async function removeOld(seconds: number): Promise<void> {
  const removeOldEvents = makeRemoveOldEvents({
    eventChain: pgEventChain({ pool: log.pool, vault: testVault }),
    macs: chainMacs(testVault),
    clock: () => at(seconds),
    retentionDays: 30,
  });
  await removeOldEvents(() => true);
}

async function noteRestore(seconds: number): Promise<void> {
  const macs = chainMacs(testVault);
  await pgEventChain({ pool: log.pool, vault: testVault }).note((tenantId, head) =>
    sealedLink(
      head,
      { tenantId, kind: 'restore', eventMacs: [], note: undefined, sealedAt: at(seconds) },
      macs,
    ),
  );
}

describe('an unchanged chain', () => {
  test('is valid, and yields its head', async () => {
    await sealTwoLinks();
    await log.identified('a-6');
    expect(await verify()).toEqual({
      tenantId: 'a',
      links: 2,
      intact: 5,
      unsealed: 1,
      removedThrough: undefined,
      restores: [],
      faults: [],
      head: { number: 2, position: 5, mac: expect.stringMatching(/^[\w-]{43}$/) },
    });
  });

  test('is empty without events', async () => {
    expect(await verify()).toMatchObject({ links: 0, faults: [], head: { number: 0 } });
  });

  test('is valid in parts', async () => {
    await sealTwoLinks();
    expect(await verify({ from: at(11) })).toMatchObject({ links: 1, intact: 2, faults: [] });
    expect(await verify({ until: at(20) })).toMatchObject({ links: 1, intact: 3, faults: [] });
    expect(await verify({ from: at(21) })).toMatchObject({ links: 0, intact: 0, faults: [] });
  });

  test('is valid after a change of the key, with both keys', async () => {
    const [old, next] = [new Uint8Array(32).fill(3), new Uint8Array(32).fill(4)];
    await log.identified('a-1');
    await log.seal(10);
    await log.identified('a-2');
    await log.seal(20, chainMacs(systemVault([next, old])));

    const both = await verify({}, chainMacs(systemVault([next, old])));
    expect(both).toMatchObject({ intact: 2, faults: [] });
    const one = await verify({}, chainMacs(systemVault([next])));
    expect(one.intact).toBe(1);
    expect(one.faults).toEqual([
      expect.objectContaining({ what: 'unknown-key', link: 1, positions: [] }),
    ]);
  });
});

describe('a change in the database is found when', () => {
  beforeEach(sealTwoLinks);

  test.each([
    ['an outcome', "outcome = 'identified'"],
    ['a time, by a microsecond', "at = at + interval '1 microsecond'"],
    ['a hint', "hint = ''"],
    ['an application', "client_id = 'bank'"],
    ['its own number', 'authentication_id = authentication_id || 1'],
  ])('an attacker changes %s', async (_, change) => {
    await log.sql(`update authentication_event set ${change} where authentication_id = 'a-4'`);
    expect(await faults()).toEqual(['changed at 4']);
  });

  test('an attacker deletes events', async () => {
    await log.sql("delete from authentication_event where authentication_id in ('a-1', 'a-3')");
    expect(await faults()).toEqual(['missing at 1, 3']);
  });

  test('an attacker changes the order of events', async () => {
    await log.sql("update authentication_event set position = -1 where authentication_id = 'a-1'");
    await log.sql("update authentication_event set position = 1 where authentication_id = 'a-2'");
    await log.sql("update authentication_event set position = 2 where authentication_id = 'a-1'");
    expect(await faults()).toEqual(['reordered at 1 to 2']);
  });

  test('an attacker adds an event, in the chain or beside it', async () => {
    const copy = `insert into authentication_event (authentication_id, tenant_id, issuer, client_id, channel, kind, acr,
        outcome, at, event_mac, position)
      select $1, tenant_id, issuer, client_id, channel, kind, acr, outcome, at, event_mac, $2
      from authentication_event where authentication_id = 'a-1'`;
    await log.sql('drop index authentication_event_position');
    await log.sql(copy, ['forged-1', 2]);
    await log.sql(copy, ['forged-2', 6]);
    expect(await faults()).toEqual(['inserted at 2', '1 with a place outside the chain']);
  });

  test.each([
    ['the MACs of the events', "event_macs = array['\\x00'::bytea, event_macs[2], event_macs[3]]"],
    ['the time', "sealed_at = sealed_at - interval '1 day'"],
    ['the kind', "kind = 'restore'"],
    ['the MAC of the link', "link_mac = 'x'"],
  ])('an attacker changes %s of a link', async (_, change) => {
    await log.sql(`update event_seal set ${change} where tenant_id = 'a' and number = 1`);
    expect(await faults()).toContain('link 1 was changed');
  });

  test('an attacker deletes links with their events', async () => {
    await log.sql("delete from event_seal where tenant_id = 'a' and number = 1");
    await log.sql("delete from authentication_event where tenant_id = 'a' and position <= 3");
    expect(await faults()).toEqual(['links 1 to 1 are missing']);
  });

  test('an attacker inserts a link of another tenant', async () => {
    await log.sql("delete from event_seal where tenant_id = 'a' and number = 2");
    await log.sql("update event_seal set tenant_id = 'a', number = 2 where tenant_id = 'b'");
    expect(await faults()).toContain('link 2 was changed');
  });

  test('an attacker deletes a link, and leaves its events', async () => {
    await log.sql("delete from event_seal where tenant_id = 'a' and number = 1");
    expect(await faults()).toEqual(['links 1 to 1 are missing']);
    await log.sql("delete from event_seal where tenant_id = 'a' and number = 2");
    expect(await faults()).toEqual(['5 with a place outside the chain']);
  });

  test('an attacker unseals an event, and when it is sealed again at the end', async () => {
    await log.sql(
      "update authentication_event set position = null where authentication_id = 'a-2'",
    );
    expect(await verify()).toMatchObject({ unsealed: 1, intact: 4 });
    expect(await faults()).toEqual(['missing at 2']);
    await log.seal(30);
    expect(await faults()).toEqual(['missing at 2']);
  });

  test('an attacker swaps the tenants of two events', async () => {
    await log.sql(
      "update authentication_event set tenant_id = 'x' where authentication_id = 'a-1'",
    );
    await log.sql(
      "update authentication_event set tenant_id = 'a' where authentication_id = 'b-1'",
    );
    await log.sql(
      "update authentication_event set tenant_id = 'b' where authentication_id = 'a-1'",
    );
    expect(await faults()).toEqual(['changed at 1']);
    expect(await faults({ tenantId: 'b' })).toEqual(['changed at 1']);
  });

  test('an attacker swaps two whole chains, events and links', async () => {
    for (const table of ['authentication_event', 'event_seal']) {
      for (const [from, to] of ['ax', 'ba', 'xb']) {
        await log.sql(`update ${table} set tenant_id = $1 where tenant_id = $2`, [to, from]);
      }
    }
    expect(await faults()).toEqual(['link 1 was changed']);
    expect(await faults({ tenantId: 'b' })).toContain('link 1 was changed');
  });

  test('an attacker moves the boundary of two links', async () => {
    await log.sql(`update event_seal set last_position = 4, event_macs = array_append(event_macs, '\\x00'::bytea)
      where tenant_id = 'a' and number = 1`);
    await log.sql(`update event_seal set first_position = 5, event_macs = event_macs[2:]
      where tenant_id = 'a' and number = 2`);
    expect(await faults()).toEqual(['link 1 was changed', 'link 2 was changed']);
  });

  test('an attacker replaces the key name of a link', async () => {
    await log.sql("update event_seal set key_name = 'other' where tenant_id = 'a' and number = 1");
    expect(await faults()).toEqual(['link 1 was made with the key other, which was not given']);
  });

  test('an attacker disguises a deletion as a removal of old events', async () => {
    const { head } = await verify();
    const insertRemoval = (number: number, note: string) =>
      log.sql(
        `insert into event_seal select tenant_id, $1, 'removal', last_position + 1, last_position, '{}', $2, key_name,
          link_mac, sealed_at from event_seal where tenant_id = 'a' and number = 2`,
        [number, note],
      );
    await insertRemoval(3, `1.3.${head.mac}`);
    await log.sql("delete from event_seal where tenant_id = 'a' and number = 1");
    expect(await faults()).toContain('link 3 was changed');

    await log.sql("delete from event_seal where tenant_id = 'a' and number = 3");
    await insertRemoval(1, `1.3.${head.mac}`);
    expect(await faults()).toContain('link 1 was changed');
  });

  test('an attacker deletes the end, but only with its head from elsewhere', async () => {
    const { head } = await verify();
    await log.sql("delete from event_seal where tenant_id = 'a' and number = 2");
    await log.sql("delete from authentication_event where tenant_id = 'a' and position > 3");
    expect(await faults()).toEqual([]);
    expect(await faults({ storedHead: head })).toEqual([
      'the kept head is not there: the end of the chain is gone',
    ]);
  });
});

describe('a head from elsewhere', () => {
  let storedHead: Head;
  beforeEach(async () => {
    await sealTwoLinks();
    storedHead = (await verify()).head;
  });

  test('is found again after the chain has grown', async () => {
    await log.identified('a-6');
    await log.seal(30);
    expect(await faults({ storedHead })).toEqual([]);
  });

  test('is missed after the chain was built anew, even with the key', async () => {
    await log.sql("delete from event_seal where tenant_id = 'a' and number = 2");
    await log.sql(
      "update authentication_event set position = null where tenant_id = 'a' and position > 3",
    );
    await log.sql(
      "update authentication_event set outcome = 'lost' where authentication_id = 'a-4'",
    );
    await log.seal(30);
    expect(await faults({ storedHead })).toEqual([
      'forged at 4',
      'the kept head differs: the chain was made anew',
    ]);
  });

  test('is not required after its events were removed', async () => {
    await log.identified('a-6');
    await log.seal(32 * DAY);
    await removeOld(40 * DAY);
    expect(await faults({ storedHead })).toEqual([]);
    expect(await faults({ storedHead: { ...storedHead, mac: 'other' } })).toEqual([
      'the kept head differs: the chain was made anew',
    ]);
  });
});

describe('a database from a backup', () => {
  let storedHead: Head;
  beforeEach(async () => {
    await sealTwoLinks();
    storedHead = (await verify()).head;
    // The state before the last link.
    await log.sql("delete from event_seal where tenant_id = 'a' and number = 2");
    await log.sql("delete from authentication_event where tenant_id = 'a' and position > 3");
    await noteRestore(100);
    await log.identified('a-9');
    await log.seal(110);
  });

  test('has a valid chain with a marked gap, and another head', async () => {
    expect(await verify()).toMatchObject({ links: 3, intact: 4, restores: [at(100)], faults: [] });
    expect(await faults({ storedHead })).toEqual([
      'the kept head differs: the chain was made anew',
    ]);
  });

  test.each([
    ['removes the link of the gap', 'delete from event_seal', 'links 2 to 2 are missing'],
    ['moves that link in time', 'update event_seal set sealed_at = now()', 'link 2 was changed'],
    [
      'changes the kind of that link',
      "update event_seal set kind = 'events'",
      'link 2 was changed',
    ],
  ])('has an invalid chain after an attacker %s', async (_, change, texts) => {
    await log.sql(`${change} where tenant_id = 'a' and number = 2`);
    expect(await faults()).toContain(texts);
  });
});

describe('the removal of old events', () => {
  beforeEach(async () => {
    await sealTwoLinks();
    await log.identified('a-6', 'b-2');
    await log.seal(32 * DAY);
  });

  test('leaves a valid chain with the position of the removal', async () => {
    await removeOld(40 * DAY);
    expect(await verify()).toMatchObject({ links: 2, intact: 1, removedThrough: 5, faults: [] });
    expect(await verify({ tenantId: 'b' })).toMatchObject({ removedThrough: 1, faults: [] });
    expect(await log.sql('select count(*)::int from authentication_event')).toEqual([{ count: 2 }]);
  });

  test('is delayed until it covers a day', async () => {
    await removeOld(30.9 * DAY);
    expect(await verify()).toMatchObject({ links: 3, removedThrough: undefined });
  });

  test('continues from the link of the earlier removal', async () => {
    await removeOld(40 * DAY);
    await log.identified('a-7');
    await log.seal(50 * DAY);
    await removeOld(72 * DAY);
    expect(await verify()).toMatchObject({ links: 2, intact: 1, removedThrough: 6, faults: [] });
  });

  test('hides no event that was deleted behind it', async () => {
    await removeOld(40 * DAY);
    await log.sql("delete from authentication_event where authentication_id = 'a-6'");
    expect(await faults()).toEqual(['missing at 6']);
  });
});
