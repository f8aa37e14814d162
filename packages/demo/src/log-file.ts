import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs';

/** A file that takes lines, and never grows beyond bounds. */
export interface LogFile {
  write(text: string): void;
  close(): void;
}

const MOST_BYTES = 5 * 1024 * 1024;

/**
 * Appends to the file; when it is full, it becomes `<path>.1` in place of the one before, and a new one begins.
 * Lines that cannot be written are dropped: a full disk must not stop what is being logged.
 */
export function openLogFile(path: string, mostBytes = MOST_BYTES): LogFile {
  let file = openSync(path, 'a', 0o600);
  let size = statSync(path).size;
  return {
    write(text) {
      try {
        if (size >= mostBytes) startAnew();
        size += writeSync(file, text);
      } catch {}
    },
    close: () => closeSync(file),
  };

  function startAnew(): void {
    renameSync(path, `${path}.1`);
    const full = file;
    file = openSync(path, 'a', 0o600);
    closeSync(full);
    size = 0;
  }
}
