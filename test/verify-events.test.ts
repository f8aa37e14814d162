import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { chainMacs } from '../src/adapters/events/chain-macs.ts';
import { systemVault } from '../src/adapters/system/vault.ts';
import { type EventLog, openEventLog } from './support/event-log.ts';
import { linesOf, runCommand } from './support/run-command.ts';

const KEY = Buffer.alloc(32, 9);
const CALL =
  'usage: node dist/cli.js verify-events [--tenant ID] [--from TIME] [--until TIME] [--head HEAD] [--json]';

let log: EventLog;
let head: string;
beforeAll(async () => {
  log = await openEventLog();
  const macs = chainMacs(systemVault([KEY]));
  await log.identified('a-1', 'a-2', 'b-1');
  await log.seal(10, macs);
  await log.identified('b-2');
  const [row] = await log.sql("select link_mac from event_seal where tenant_id = 'a'");
  head = `1.2.${Buffer.from(row?.link_mac as Uint8Array).toString('base64url')}`;
});
afterAll(() => log.close());

async function verifyEvents(...args: readonly string[]) {
  const env = { DATABASE_URL: log.url, KEY_ENCRYPTION_KEY: KEY.toString('base64url') };
  const { code, out, err } = await runCommand('verify-events', args, { env });
  return { code, out: linesOf(out), err: linesOf(err) };
}

describe('the command verify-events', () => {
  test('reports that the chain of every tenant is valid, and prints the heads', async () => {
    expect(await verifyEvents()).toEqual({
      code: 0,
      out: [
        'tenant a: the chain holds',
        '  events intact: 2 (links: 1)',
        `  head, at position 2: ${head}`,
        'tenant b: the chain holds',
        '  events intact: 1 (links: 1)',
        '  not sealed yet: 1',
        expect.stringMatching(/^ {2}head, at position 1: 1\.1\.[\w-]{43}$/),
      ],
      err: [],
    });
  });

  test('reports one tenant in JSON', async () => {
    const { code, out } = await verifyEvents('--tenant', 'a', '--head', head, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out.join(''))).toEqual({
      holds: true,
      chains: [
        {
          tenantId: 'a',
          links: 1,
          intact: 2,
          unsealed: 0,
          restores: [],
          faults: [],
          position: 2,
          head,
        },
      ],
    });
  });

  test('exits with 1 when a row was changed', async () => {
    await log.sql("update authentication_event set acr = 'x' where authentication_id = 'a-2'");
    const { code, out } = await verifyEvents('--tenant=a');
    expect({ code, out: out.slice(0, 3) }).toEqual({
      code: 1,
      out: [
        'tenant a: the chain DOES NOT HOLD',
        '  events intact: 1 (links: 1)',
        '  fault: changed at 2 (link 1)',
      ],
    });
  });

  test('reports a tenant whose links were all removed', async () => {
    const links = await log.sql("delete from event_seal where tenant_id = 'b' returning *");
    const { code, out } = await verifyEvents();
    expect(code).toBe(1);
    expect(out).toContain('tenant b: the chain DOES NOT HOLD');
    expect(out).toContain('  fault: 1 with a place outside the chain');
    expect(links).toHaveLength(1);
  });

  test('prints its usage with --help', async () => {
    expect((await verifyEvents('--help')).out[0]).toBe(CALL);
  });

  test.each([
    [['a'], 'unexpected argument', CALL],
    [['--head', '1.2.x'], '--head needs --tenant'],
    [['--tenant=a', '--head=x'], '--head: must be a head as this command prints it'],
    [['--from', 'yesterday'], '--from: must be a time such as 2026-01-31T12:00:00Z'],
  ])('exits with 2 when it is called with %j', async (args, ...err) => {
    expect(await verifyEvents(...args)).toEqual({ code: 2, out: [], err });
  });
});
