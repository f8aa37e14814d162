import { createTestDatabase, type TestDatabase } from '@eid-broker/testing/database';
import { testSigningKey } from '@eid-broker/testing/signing-keys';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pgSigningKeys } from '../src/adapters/postgres/signing-keys.ts';
import { systemVault } from '../src/adapters/system/vault.ts';
import { openTestPool } from './support/pg-replicas.ts';
import { linesOf, runCommand } from './support/run-command.ts';

const KEY = Buffer.alloc(32, 1).toString('base64url');
const NEW_KEY = Buffer.alloc(32, 2).toString('base64url');
const ISSUER = 'https://login.example.com';
const MOMENT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

describe('the command keys', () => {
  test('shows the keys, publishes the next ones, and replaces keys at once', async () => {
    expect(await keys('list')).toEqual([
      'no keys: those of a domain are made when it is first served',
    ]);
    await serve(ISSUER);
    expect(await keys('list')).toEqual([
      expect.stringMatching(lineOf('RS256  current ')),
      expect.stringMatching(lineOf('ES256  current ')),
    ]);

    expect(await keys('rotate')).toEqual([
      expect.stringMatching(`^${ISSUER}: the next keys are published; rotate from ${MOMENT} on$`),
    ]);
    const listed = await keys('list');
    expect(listed).toHaveLength(4);

    expect(await keys('rotate', '--now', '--issuer', ISSUER)).toEqual([
      `${ISSUER}: new keys sign now; the ones before are published no more`,
    ]);
    const replaced = await keys('list');
    expect(replaced).toEqual([
      expect.stringMatching(lineOf('RS256  current ')),
      expect.stringMatching(lineOf('ES256  current ')),
    ]);
    const kids = listed.map((line) => line.split(/ +/)[3] ?? '');
    for (const line of replaced) for (const kid of kids) expect(line).not.toContain(kid);
    expect(await keys('retire')).toEqual(['keys forgotten: 0']);
  });

  test('seals rows anew, and prints until when the old key is needed', async () => {
    await serve(ISSUER);
    expect(await keys('reseal', '--key', `${NEW_KEY},${KEY}`)).toEqual([
      'signing keys: 2 sealed anew',
      'keys of pseudonyms: 0 sealed anew',
      'eID settings: 0 sealed anew',
      'webhook secrets: 0 sealed anew',
      'revisions: 0 sealed anew',
      'configurations: 0 sealed anew',
      'roles and API tokens: 0 sealed anew',
      expect.stringMatching(`^an older key may go after ${MOMENT}, if all processes `),
    ]);
    expect(await keys('list', '--key', NEW_KEY)).toHaveLength(2);
  });

  test.each([
    [[], 'list|prepare|rotate|retire|reseal is missing'],
    [['turn'], 'unknown command turn'],
    [['rotat'], 'unknown command rotat; did you mean rotate?'],
    [['list', 'rotate'], 'only one list|prepare|rotate|retire|reseal is expected'],
    [['list', '--loud'], 'unknown option --loud'],
  ])('refuses the arguments %j with the reason and its usage', async (args, reason) => {
    const { code, err } = await run(args, KEY);
    expect({ code, err: linesOf(err) }).toEqual({
      code: 1,
      err: [
        reason,
        'usage: node dist/cli.js keys list|prepare|rotate|retire|reseal [--issuer URL] [--now]',
      ],
    });
  });

  test('refuses an issuer without keys', async () => {
    const { code, err } = await run(['rotate', '--issuer', ISSUER], KEY);
    expect({ code, err }).toEqual({ code: 1, err: `there are no keys of ${ISSUER}\n` });
  });
});

/** The printed lines of a command; `--key` gives it other keys. */
async function keys(...args: string[]): Promise<string[]> {
  const at = args.indexOf('--key');
  const [, key = KEY] = at < 0 ? [] : args.splice(at, 2);
  const { code, out, err } = await run(args, key);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return linesOf(out);
}

function run(args: readonly string[], key: string) {
  const env = { DATABASE_URL: database.url, KEY_ENCRYPTION_KEY: key };
  return runCommand('keys', args, { env });
}

async function serve(issuer: string): Promise<void> {
  const pool = openTestPool(database);
  const vault = systemVault([Buffer.from(KEY, 'base64url')]);
  const clock = () => new Date();
  await pgSigningKeys({ pool, vault, clock, newKey: testSigningKey }).of(issuer);
  await pool.end();
}

function lineOf(what: string): string {
  return `^${ISSUER}  ${what}  [\\w-]{43}  made ${MOMENT}$`;
}
