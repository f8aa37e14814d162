import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';

import { nationalIdsOf } from '../adapters/eid/national-numbers/national-numbers.ts';
import { pgErasure } from '../adapters/postgres/erasure.ts';
import { assertMigrated } from '../adapters/postgres/schema-version.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { readEnvironment } from '../config/environment/environment.ts';
import type { Erased } from '../ports/persons.ts';
import { defineCommand, print, reportProgress, UsageError } from './command.ts';
import { withDatabase } from './with-database.ts';

const STDIN = 0;
/** A big table is read from end to end. */
const STATEMENT_SECONDS = 10 * 60;

/** Erases one person in one tenant. */
export const command = defineCommand({
  description: `Erases the stored data of one person in one tenant, in the database of DATABASE_URL: logins and signatures
with their codes and tokens, and the sessions in which the person is logged in. Events stay: they hold no person.`,
  options: {
    tenant: { value: 'ID', required: true, help: 'the tenant' },
    person: {
      value: 'NUMBER',
      help: `the personal number. Better leave it out, since shells store commands:
then the command prompts for the number, or reads it from standard input`,
    },
  },
  async run({ options: { tenant: tenantId, person }, env }) {
    const { databaseUrl: url, keyEncryptionKeys } = readEnvironment(env);
    const nationalIds = parsePersonalNumber(person ?? (await readPersonalNumber()));
    const erased = await withDatabase(
      { url, statementSeconds: STATEMENT_SECONDS },
      async (pool) => {
        await assertMigrated(pool);
        const erasure = pgErasure({ pool, vault: systemVault(keyEncryptionKeys) });
        const erase = () => erasure.erase({ tenantId, nationalIds });
        return reportProgress(() => 'searching for the person in all tables', erase);
      },
    );
    print(linesOf(erased));
    return 0;
  },
});

async function readPersonalNumber(): Promise<string> {
  if (!process.stdin.isTTY) return readFileSync(STDIN, 'utf8');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question('personal number: ');
  } finally {
    terminal.close();
  }
}

/** The ids of the eIDs. The number itself is never printed. */
function parsePersonalNumber(text: string): readonly string[] {
  const nationalIds = nationalIdsOf(text, new Date());
  if (nationalIds.length > 0) return nationalIds;
  throw new UsageError('--person: is no national identity number of an eID');
}

function linesOf({ attempts, codesAndTokens, sessions }: Erased): readonly string[] {
  return [
    `logins and signatures: ${attempts}`,
    `codes and tokens: ${codesAndTokens}`,
    `sessions: ${sessions}`,
  ];
}
