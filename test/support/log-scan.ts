import { Writable } from 'node:stream';
import { inspect } from 'node:util';

import { numberShapes } from '../../src/adapters/eid/national-numbers/national-numbers.ts';
import { jsonLog } from '../../src/adapters/system/log.ts';
import { makeRedact } from '../../src/adapters/system/redaction.ts';
import type { LogLine } from './broker.ts';

/** The secrets found in the log lines, either as written or before redaction. */
export function loggedSecrets(lines: readonly LogLine[], secrets: Iterable<string>): string[] {
  const text = textOf(lines);
  return [...secrets].filter((secret) => text.includes(secret));
}

/** The lines as the service writes them, and their facts before redaction. */
export function textOf(lines: readonly LogLine[]): string {
  const raw = inspect(lines, {
    depth: Number.POSITIVE_INFINITY,
    maxArrayLength: null,
    maxStringLength: null,
  });
  return `${writtenLines(lines)}${raw}`;
}

function writtenLines(lines: readonly LogLine[]): string {
  const written: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  const log = jsonLog('info', sink, makeRedact(numberShapes));
  for (const { level, event, facts } of lines) {
    log[level as 'info' | 'warn' | 'error'](event, facts);
  }
  return written.join('');
}
