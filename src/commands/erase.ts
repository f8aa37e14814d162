import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import { assertMigrated } from '../adapters/postgres/assert-migrated.ts';
import { pgErasure } from '../adapters/postgres/erasure.ts';
import { openPool } from '../adapters/postgres/pool.ts';
import { silentLog } from '../adapters/system/silent-log.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { ConfigurationFaults } from '../config/configuration-faults.ts';
import { readEnvironment } from '../config/environment/environment.ts';
import { danishPersonalNumber, swedishPersonalNumber } from '../domain/national-id.ts';
import { faultText } from '../fault-text.ts';
import type { Erased } from '../ports/erasure.ts';
import { tellProgress } from '../tell-progress.ts';

const CALL = 'usage: npm run erase -- --tenant ID [--person NUMBER]';
const HELP = `${CALL}

Forgets what is kept of one person in one tenant, in the database of DATABASE_URL: logins and signatures with
their codes and tokens, and the sessions in which the person is logged in. Events stay: they name nobody.

  --tenant ID      the tenant
  --person NUMBER  the personal number; better not here, where the shell remembers it: without it the number is
                   asked for, or read from standard input
  --help           this text`;
const STDIN = 0;
/** Seconds: a big table is looked through from end to end. */
const PATIENCE = 10 * 60;

/** `npm run erase -- --tenant ID`: forgets one person. */
async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { help, tenant: tenantId, person } = readArguments(args);
  if (help) return print(HELP);
  if (tenantId === undefined) throw misuse('', CALL);
  const { databaseUrl: url, keyEncryptionKeys } = readEnvironment(env);
  const nationalIds = nationalIdsIn(person ?? (await askForPerson()));
  const pool = openPool({ url, size: 1, patience: PATIENCE }, silentLog);
  try {
    await assertMigrated(pool);
    const erasure = pgErasure({ pool, vault: systemVault(keyEncryptionKeys) });
    const erase = () => erasure.erase({ tenantId, nationalIds });
    print(told(await tellProgress(() => 'looking for the person in all that is kept', erase)));
  } finally {
    await pool.end();
  }
}

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    tenant: text,
    person: text,
    help: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ args: [...args], options, tokens: false }).values;
  } catch {
    throw misuse('', CALL);
  }
}

async function askForPerson(): Promise<string> {
  if (!process.stdin.isTTY) return readFileSync(STDIN, 'utf8');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question('personal number: ');
  } finally {
    terminal.close();
  }
}

/** As the eIDs write it; ten digits may be a number of two countries. The number itself is never repeated. */
function nationalIdsIn(text: string): readonly string[] {
  const number = text.trim();
  const known = [swedishPersonalNumber(number, new Date()), danishPersonalNumber(number)].filter(
    (nationalId) => nationalId !== undefined,
  );
  if (known.length > 0) return known;
  throw misuse('--person', 'is no Swedish or Danish personal number');
}

function told({ attempts, codesAndTokens, sessions }: Erased): string {
  return [
    `logins and signatures: ${attempts}`,
    `codes and tokens: ${codesAndTokens}`,
    `sessions: ${sessions}`,
  ].join('\n');
}

function misuse(path: string, message: string): Error {
  return new ConfigurationFaults([{ path, message }]);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${faultText(error, process.env)}\n`);
  process.exitCode = 1;
});
