import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import type { Account } from './choose-account.ts';
import type { PostgresPrograms } from './find-programs.ts';
import { isAlive } from './read-process.ts';
import { runCommand } from './run-command.ts';

interface Wanted extends PostgresPrograms {
  readonly directory: string;
}

const PASSWORD_FILE = 'eid-broker.password';

/** Only the service's role may connect; a superuser may not. */
const HOST_RULES = 'host all eid_broker 127.0.0.1/32 scram-sha-256\n';

/** The data folder of a database cluster, created on first use; resolves to the role's password. */
export async function ensureCluster(wanted: Wanted): Promise<{ readonly password: string }> {
  const { directory } = wanted;
  try {
    if (await isCluster(directory)) await refuseForeignOwner(directory);
    else await createCluster(wanted);
    return { password: await readFile(join(directory, PASSWORD_FILE), 'utf8') };
  } catch (cause) {
    const { message, syscall } = cause as NodeJS.ErrnoException;
    if (syscall === undefined) throw cause;
    throw new Error(`cannot use the database folder ${directory}: ${message}`, { cause });
  }
}

async function isCluster(directory: string): Promise<boolean> {
  try {
    const names = await readdir(directory);
    if (names.length === 0 || names.includes('PG_VERSION')) return names.length > 0;
  } catch (error) {
    switch ((error as NodeJS.ErrnoException).code) {
      case 'ENOENT':
        return false;
      case 'EACCES':
        await refuseForeignOwner(directory);
    }
    throw error;
  }
  throw new Error(`the database folder ${directory} holds something else than a database`);
}

/** PostgreSQL requires to own its folder; root runs as its owner's account here. */
async function refuseForeignOwner(directory: string): Promise<void> {
  const uid = process.getuid?.();
  const owner = (await stat(directory)).uid;
  if (uid !== 0 && owner !== uid) {
    throw new Error(
      `the database folder ${directory} belongs to uid ${owner}, and we are uid ${uid}: run as its owner or as root`,
    );
  }
}

/** Created under another name and moved when complete, so that an interrupted first start leaves no partial cluster. */
async function createCluster(wanted: Wanted): Promise<void> {
  const { directory, account } = wanted;
  await removeAbandoned(directory);
  const draft = await mkdtemp(`${directory}.new-${process.pid}-`);
  try {
    if (account !== undefined) await chown(draft, account.uid, account.gid);
    await fillCluster({ ...wanted, directory: draft });
    await rename(draft, directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function fillCluster({ directory, binaries, account, commandAs }: Wanted): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  await runCommand(commandAs(binaries.initdb, initdbArguments(directory)));
  await runCommand(
    commandAs(binaries.postgres, ['--single', '-D', directory, 'postgres']),
    `create role eid_broker login createdb password '${password}'\ncreate database eid_broker owner eid_broker\n`,
  );
  await writeOwned(join(directory, 'pg_hba.conf'), HOST_RULES, account);
  await writeOwned(join(directory, PASSWORD_FILE), password, account);
}

/** The locale provider built into PostgreSQL: the same order on every system. */
function initdbArguments(directory: string): readonly string[] {
  return [
    `--pgdata=${directory}`,
    '--username=postgres',
    '--auth=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
}

async function writeOwned(path: string, content: string, account: Account | undefined) {
  await writeFile(path, content, { mode: 0o600 });
  if (account !== undefined) await chown(path, account.uid, account.gid);
}

/** Drafts of processes that were killed during their first start. */
async function removeAbandoned(directory: string): Promise<void> {
  const prefix = `${basename(directory)}.new-`;
  const parent = dirname(directory);
  const drafts = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  for (const draft of drafts) {
    if (isAlive(Number.parseInt(draft.slice(prefix.length), 10))) continue;
    await rm(join(parent, draft), { recursive: true, force: true });
  }
}
