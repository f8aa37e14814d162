import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs';

/** A log file with a limited size. */
export interface LogFile {
  write(text: string): void;
  close(): void;
}

const MAX_BYTES = 5 * 1024 * 1024;

/**
 * Appends to the file. A full file becomes `<path>.1` and replaces the previous one. Lines that cannot be written are
 * dropped: a full disk must not stop the demo.
 */
export function openLogFile(path: string, maxBytes = MAX_BYTES): LogFile {
  let file = openSync(path, 'a', 0o600);
  let size = statSync(path).size;
  return {
    write(text) {
      try {
        if (size >= maxBytes) startAnew();
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
