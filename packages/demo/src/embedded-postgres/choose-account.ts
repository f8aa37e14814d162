import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The numeric user and group a process runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: Account = { uid: 65534, gid: 65534 };

/**
 * The account of the server: undefined (the current one) unless it is root, which PostgreSQL refuses. For root it is
 * the owner of the data folder, so that the owner can later start without root.
 */
export async function chooseAccount(directory: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await ownerOf(directory);
  if (owner !== undefined && owner.uid !== 0) return owner;
  return firstAccount(await ownerOf(dirname(directory)));
}

async function ownerOf(path: string): Promise<Account | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && { uid: found.uid, gid: found.gid };
}

/** For a new data folder: initdb needs an account with a name. */
async function firstAccount(neighbour: Account | undefined): Promise<Account> {
  const accounts = await readAccounts();
  const known = [...accounts.values()].some(({ uid }) => uid === neighbour?.uid);
  if (neighbour !== undefined && neighbour.uid !== 0 && known) return neighbour;
  return accounts.get('postgres') ?? accounts.get('nobody') ?? NOBODY;
}

async function readAccounts(): Promise<ReadonlyMap<string, Account>> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = text.split('\n').map((line) => line.split(':'));
  return new Map(
    fields.map(([name = '', , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  );
}
