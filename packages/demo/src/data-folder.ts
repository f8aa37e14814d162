import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeFolder } from './embedded-postgres/make-folder.ts';

/** The folder of all persistent data. */
export interface DataFolder {
  readonly path: string;
  readonly keyEncryptionKey: string;
  /** A token of role owner for the management API. */
  readonly managementToken: string;
  /** The private key of the console, with which it logs people in. */
  readonly consoleKey: string;
  readonly postgres: string;
  /** How other commands reach the embedded PostgreSQL while it runs. */
  readonly databaseUrl: string;
  readonly simulator: string;
  readonly serviceLog: string;
  readonly postgresLog: string;
}

/**
 * The folder, created on first use for its owner only, and its key that encrypts stored data. @throws Error of one line
 * when it is not writable
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const folder = {
    path,
    keyEncryptionKey: join(path, 'key-encryption-key'),
    managementToken: join(path, 'management-token'),
    consoleKey: join(path, 'console-key.jwk.json'),
    postgres: join(path, 'postgres'),
    databaseUrl: join(path, 'database-url'),
    simulator: join(path, 'bankid-simulator'),
    serviceLog: join(path, 'eid-broker.log'),
    postgresLog: join(path, 'postgres.log'),
  };
  try {
    await ensureFolder(path);
    await ensureSecret(folder.keyEncryptionKey, randomSecret);
    await ensureSecret(folder.managementToken, () => `ebt_${randomSecret()}`);
    await ensureSecret(folder.consoleKey, newPrivateJwk);
    return folder;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = REASONS[code ?? ''] ?? message;
    throw new Error(
      `cannot write to the data folder ${path} (${reason}): set DATA_DIR to another one`,
      { cause },
    );
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a file is in its way',
  EEXIST: 'a file is in its way',
  ENOSPC: 'no space left',
};

async function ensureFolder(path: string): Promise<void> {
  const isNew = (await stat(path).catch(() => undefined)) === undefined;
  await makeFolder(path);
  if (isNew) await chmod(path, 0o700);
  if (!(await stat(path)).isDirectory()) {
    throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  }
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** Written to another name and moved, so that a killed start leaves no partial secret. */
async function ensureSecret(path: string, make: () => string): Promise<void> {
  const isThere = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (isThere !== undefined) return;
  const draft = `${path}.new`;
  await writeFile(draft, `${make()}\n`, { mode: 0o600 });
  await rename(draft, path);
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

function newPrivateJwk(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify(privateKey.export({ format: 'jwk' }));
}
