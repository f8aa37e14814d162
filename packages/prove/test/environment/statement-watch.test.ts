import { beforeEach, describe, expect, test } from '@jest/globals';

import type { Watcher } from '../../src/environment/fault-proxy.ts';
import { type StatementWatch, statementWatch } from '../../src/environment/statement-watch.ts';

const STARTUP = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]);
const SYNC = message('S', '');
const READY = message('Z', 'I');

let watch: StatementWatch;
let watcher: Watcher;
let replied: string[];
beforeEach(async () => {
  watch = statementWatch();
  replied = [];
  watcher = watch.watcher({
    channel: 'replica-1',
    cut: () => undefined,
    reply: (bytes) => replied.push(bytes.toString('latin1')),
  });
  await watcher.watch('up', STARTUP);
});

function message(type: string, body: string): Buffer {
  const bytes = Buffer.alloc(5 + Buffer.byteLength(body));
  bytes.write(type, 'latin1');
  bytes.writeUInt32BE(bytes.length - 1, 1);
  bytes.write(body, 5);
  return bytes;
}

/** A client's messages for one statement prepared under this name. */
function round(name: string): Buffer {
  return Buffer.concat([message('B', `\0${name}\0rest`), message('E', '\0'), SYNC]);
}

describe('the statement watch', () => {
  test('holds a statement until it is complete, however it is split', async () => {
    const bytes = round('artifact_put');
    expect(await watcher.watch('up', bytes.subarray(0, 9))).toEqual(Buffer.alloc(0));
    expect(await watcher.watch('up', bytes.subarray(9))).toEqual(bytes);
    expect([...watch.seen]).toEqual([['artifact_put', 1]]);
  });

  test('calls just before and just after the matching statement', async () => {
    const described: string[] = [];
    for (const phase of ['before', 'after'] as const) {
      watch.on(
        'artifact_put',
        phase,
        ({ channel }) => void described.push(`${phase} on ${channel}`),
      );
    }
    await watcher.watch('up', round('artifact_find'));
    await watcher.watch('down', READY);
    await watcher.watch('up', round('artifact_put'));
    expect(described).toEqual(['before on replica-1']);
    await watcher.watch('down', message('C', 'INSERT 0 1\0'));
    expect(described).toEqual(['before on replica-1']);
    await watcher.watch('down', READY);
    expect(described).toEqual(['before on replica-1', 'after on replica-1']);
  });

  test('matches an unnamed statement by its text', async () => {
    const described: string[] = [];
    watch.on('COMMIT', 'before', () => void described.push('simple'));
    watch.on('select 1', 'before', () => void described.push('extended'));
    await watcher.watch('up', message('Q', 'COMMIT\0'));
    await watcher.watch('up', Buffer.concat([message('P', '\0select 1\0\0\0'), round('')]));
    expect(described).toEqual(['simple', 'extended']);
  });

  test("lets a statement fail in the database's place while requested", async () => {
    const stop = watch.fail('*', '40001', () => true);
    expect(await watcher.watch('up', round('artifact_put'))).toEqual(Buffer.alloc(0));
    expect(replied).toEqual([expect.stringContaining('C40001')]);
    stop();
    expect(await watcher.watch('up', round('artifact_put'))).toEqual(round('artifact_put'));
  });
});
