import { at, pendingAuthentication } from '@eid-broker/testing/sample-authentication';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pgRestoration } from '../src/adapters/postgres/erasure.ts';
import { pgArtifacts } from '../src/adapters/postgres/logins/artifacts.ts';
import { pgAuthentications } from '../src/adapters/postgres/logins/authentications.ts';
import { type EventLog, openEventLog } from './support/event-log.ts';
import { testVault } from './support/pg-replicas.ts';
import { linesOf, runCommand } from './support/run-command.ts';

const KEY = Buffer.alloc(32, 3).toString('base64url');

let log: EventLog;
beforeAll(async () => {
  log = await openEventLog();
});
afterAll(() => log.close());

async function run(entry: string, ...args: readonly string[]) {
  const env = { DATABASE_URL: log.url, KEY_ENCRYPTION_KEY: KEY };
  const { code, out, err } = await runCommand(entry, args, { env });
  return { code, out: linesOf(out), err: linesOf(err) };
}

describe('the command after-restore', () => {
  test('deletes all single-use rows, and marks the gap in the event chains', async () => {
    const vault = testVault;
    const authentications = pgAuthentications({ pool: log.pool, vault });
    const artifacts = pgArtifacts({ pool: log.pool, vault, clock: () => at(0) });
    const kept = { grantId: undefined, expiresAt: at(1e9), payload: {} };
    await log.identified('a-identified');
    await log.seal(10);
    await authentications.begin(
      pendingAuthentication({ id: 'a-pending', tenantId: 'a', loginId: undefined }),
    );
    for (const kind of ['AuthorizationCode', 'AccessToken', 'remembered-login']) {
      await artifacts.put({ ...kept, kind, id: 'id' });
    }
    await artifacts.claimOnce('assertion', 'jti', at(1e9));

    expect(await run('after-restore')).toEqual({
      code: 0,
      out: [
        'forgotten: 2 authentications; 4 codes, tokens, sessions and the like',
        'marked: 1 chains of events',
        'the replicas can be started',
      ],
      err: [],
    });

    expect(await authentications.find('a-identified')).toBeUndefined();
    expect(await artifacts.find('AuthorizationCode', 'id')).toBeUndefined();
    expect(await log.sql('select outcome from authentication_event order by position')).toEqual([
      { outcome: 'identified' },
      { outcome: 'lost' },
    ]);
    const restoredAt = await pgRestoration({ pool: log.pool, vault: testVault }).restoredAt();
    const { code, out } = await run('verify-events', '--json');
    expect(code).toBe(0);
    const [chain] = JSON.parse(out.join('')).chains;
    expect(chain).toMatchObject({ links: 3, intact: 2, unsealed: 0, faults: [] });
    expect(Date.parse(chain.restores[0])).toBeGreaterThanOrEqual(restoredAt?.getTime() ?? Infinity);
  });

  test('refuses an argument with its usage', async () => {
    expect(await run('after-restore', 'now')).toEqual({
      code: 1,
      out: [],
      err: ['unexpected argument', 'usage: node dist/cli.js after-restore'],
    });
  });
});
