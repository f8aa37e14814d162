import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The numeric user and group a process runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: Account = { uid: 65534, gid: 65534 };

/**
 * Whose the server is: undefined (our own) unless we are root, which PostgreSQL refuses.
 * Root gives it to whoever owns the data folder, so that this person can go on without root.
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

/** For a new data folder: initdb wants an account that has a name. */
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
