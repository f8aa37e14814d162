import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, test } from '@jest/globals';

/**
 * Loads the whole service in a process of its own; returns the loaded packages of OpenTelemetry
 * beyond its interface.
 */
async function loaded(): Promise<string[]> {
  const script = `
    import { createRequire } from 'node:module';
    await import('./dist/compose/compose-service.js');
    const files = Object.keys(createRequire(import.meta.url).cache);
    console.log(JSON.stringify(files.filter((file) => /@opentelemetry.(?!api)/.test(file))));
    process.exit();`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

test('the service loads no exporter of traces unless traces are configured', async () => {
  expect(await loaded()).toEqual([]);
});
