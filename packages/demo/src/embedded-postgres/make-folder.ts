import { chown, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and its parents, unless they exist. A folder made by root gets the owner of its parent, so that the
 * owner can later start without root.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT') throw error;
    // Not mkdir's own recursion, which never ends on a system without new folders (/proc).
    await makeFolder(dirname(path));
    await makeOne(path);
  }
}

async function makeOne(path: string): Promise<void> {
  await mkdir(path);
  const { uid, gid } = await stat(dirname(path));
  if (process.getuid?.() === 0 && uid !== 0) await chown(path, uid, gid);
}
