import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

import { unreadable } from '../configuration-faults.ts';

const MOST_BYTES = 1024 * 1024;

/** A file that cannot be taken. The message says why, and never shows what is in it. */
export class UnfitFile extends Error {}

/**
 * The bytes of a file that a content file refers to.
 * @throws {UnfitFile} nothing is read of what is no regular file (a device never ends) or too big
 */
export function readReferencedFile(path: string): Uint8Array {
  try {
    // Opening a pipe must not wait for somebody who writes into it.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const status = fstatSync(file);
      if (!status.isFile()) throw new UnfitFile('is not a regular file');
      if (status.size > MOST_BYTES) throw new UnfitFile('is bigger than a megabyte (1 MiB)');
      if (status.size === 0) throw new UnfitFile('is empty');
      return readFileSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw error instanceof UnfitFile ? error : new UnfitFile(unreadable(error));
  }
}
