import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import { TEST_KEY } from './support/broker.ts';
import { linesOf, runCommand } from './support/run-command.ts';
import {
  authorize,
  loggedIn,
  outcomeOf,
  type SsoBroker,
  startSsoBroker,
} from './support/single-sign-on.ts';

const TOLVAN = '191212121212';
const ASA = '199006022397';
const CALL = 'usage: node dist/cli.js erase --tenant ID [--person NUMBER]';

let broker: SsoBroker;
let tenantId: string;
beforeAll(async () => {
  broker = await startSsoBroker();
  const [row] = await broker.sql('select tenant_id from domain where issuer = $1', [broker.issuer]);
  tenantId = String(row?.tenant_id);
});
afterAll(() => broker.close());
afterEach(async () => {
  for (const table of ['authentication', 'artifact', 'rate_limit']) {
    await broker.sql(`delete from ${table}`);
  }
});

async function erase(args: readonly string[], stdin = '', key = TEST_KEY) {
  const env = { DATABASE_URL: broker.databaseUrl, KEY_ENCRYPTION_KEY: key };
  const { code, out, err } = await runCommand('erase', args, { env, stdin });
  return { code, out: linesOf(out), err: linesOf(err) };
}

const erased = (attempts: number, codesAndTokens: number, sessions: number) => ({
  code: 0,
  out: [
    `logins and signatures: ${attempts}`,
    `codes and tokens: ${codesAndTokens}`,
    `sessions: ${sessions}`,
  ],
  err: [],
});

describe('the command erase', () => {
  test("ends the person's sessions, and no others", async () => {
    const { userAgent: tolvan } = await loggedIn(broker, {}, { personalNumber: TOLVAN });
    const { userAgent: asa } = await loggedIn(broker, {}, { personalNumber: ASA });
    expect(outcomeOf(await authorize(broker, tolvan))).toBe('code');

    expect(await erase(['--tenant', tenantId], `${TOLVAN}\n`)).toEqual(erased(2, 2, 1));
    expect(outcomeOf(await authorize(broker, tolvan))).toBe('login');
    expect(outcomeOf(await authorize(broker, asa))).toBe('code');
    expect(await erase(['--tenant', tenantId], TOLVAN)).toEqual(erased(0, 0, 0));
  });

  test('accepts the number in each of its spellings', async () => {
    await loggedIn(broker, {}, { personalNumber: ASA });
    expect(await erase(['--tenant', tenantId, '--person=900602-2397'])).toEqual(erased(1, 1, 1));
  });

  test("leaves the person's data in other tenants alone", async () => {
    await loggedIn(broker, {}, { personalNumber: TOLVAN });
    expect(await erase(['--tenant', 'other'], TOLVAN)).toEqual(erased(0, 0, 0));
  });

  test('finds data that was stored under a key that is being changed', async () => {
    await loggedIn(broker, {}, { personalNumber: TOLVAN });
    const keys = `${Buffer.alloc(32, 8).toString('base64url')},${TEST_KEY}`;
    expect(await erase(['--tenant', tenantId], TOLVAN, keys)).toEqual(erased(1, 1, 1));
  });

  test('keeps the events, which name no person', async () => {
    await broker.sql('delete from authentication_event');
    await loggedIn(broker, {}, { personalNumber: TOLVAN });
    await erase(['--tenant', tenantId], TOLVAN);
    expect(await broker.sql('select outcome from authentication_event')).toEqual([
      { outcome: 'identified' },
    ]);
    const stored = JSON.stringify(await broker.sql('select * from authentication_event'));
    expect(stored).not.toContain(TOLVAN.slice(2));
  });

  test('prints its usage with --help', async () => {
    expect((await erase(['--help'])).out[0]).toBe(CALL);
  });

  test.each([
    [[], ['--tenant is required', CALL]],
    [
      ['--person', TOLVAN],
      ['--tenant is required', CALL],
    ],
    // The message does not repeat the number.
    [
      ['--tenant', 'a', TOLVAN],
      ['unexpected argument', CALL],
    ],
    [
      ['--tenant', 'a', `--persn=${TOLVAN}`],
      ['unknown option --persn; did you mean --person?', CALL],
    ],
    [
      ['--tenant', 'a', '--person', '191212121213'],
      ['--person: is no national identity number of an eID'],
    ],
    [['--tenant', 'a', '--person', ''], ['--person: is no national identity number of an eID']],
  ])('refuses the arguments %j with the reason', async (args, err) => {
    expect(await erase(args)).toEqual({ code: 1, out: [], err });
  });
});
