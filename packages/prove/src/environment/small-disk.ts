import { execFile } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Database } from './database.ts';

/** The database on a separate disk that can be filled. */
export interface SmallDisk {
  /** Leaves no byte free. */
  fill(): Promise<void>;
  /** Frees the space that `fill` used. */
  empty(): Promise<void>;
  /** Moves the database back and restarts it. */
  leave(): Promise<void>;
}

const SIZE = '512m';
const CHUNK = Buffer.alloc(1024 * 1024);

/** Moves the database to it with a restart; undefined where mounting is not permitted. */
export async function moveToSmallDisk(
  database: Database,
  folder: string,
): Promise<SmallDisk | undefined> {
  const mount = join(folder, 'small-disk');
  await mkdir(mount, { recursive: true });
  const isMounted = await run('mount', '-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', mount)
    .then(() => true)
    .catch(() => false);
  if (!isMounted) return undefined;

  const home = database.directory;
  const ballast = join(mount, 'ballast');
  await move(home, join(mount, 'postgres'));
  return {
    async fill() {
      const file = await open(ballast, 'w');
      try {
        for (;;) await file.write(CHUNK);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    async empty() {
      await rm(ballast, { force: true });
    },
    async leave() {
      await move(join(mount, 'postgres'), home);
      await run('umount', mount);
    },
  };

  async function move(from: string, to: string): Promise<void> {
    await database.stop('fast');
    await rm(to, { recursive: true, force: true });
    await run('cp', '-a', from, to);
    database.moveTo(to);
    await database.start();
  }
}

async function run(program: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(program, [...args]);
}
