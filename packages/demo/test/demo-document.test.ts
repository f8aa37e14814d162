import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBlocks } from '@eid-broker/testing/document-blocks';
import { hasTools } from '@eid-broker/testing/tools';
import { expect, test } from '@jest/globals';
import { demoVariables, freePorts, launchDemo } from './demo-process.ts';

/** Instead of npm, which would build again while other tests run. */
const WITHOUT_BUILD = 'npm() { shift 3; node dist/cli.js verify-evidence "$@"; }';

(hasTools('curl', 'openssl') ? test : test.skip)(
  'the steps of docs/demo.md log in, sign and poll as it says',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'eid-broker-demo-doc-'));
    const ports = await freePorts();
    const demo = launchDemo(demoVariables(ports, join(folder, 'data')));
    try {
      await demo.ready;
      const printed = await runBlocks('docs/demo.md', {
        before: WITHOUT_BUILD,
        variables: {
          issuer: `http://localhost:${ports.service}`,
          phone: `http://localhost:${ports.phone}`,
          management: `http://localhost:${ports.management}`,
          DATA_DIR: join(folder, 'data'),
        },
      });

      expect(printed).toContain("ssn: '191212121212'");
      expect(printed).toContain("nonce: 'some-nonce'");
      expect(printed).toContain('"ssn":"191212121212"');
      expect(printed).toContain('The evidence holds.');
      expect(printed).toContain('199006022397');
      expect(printed).toContain('  | I borrow *one umbrella*.');
      expect(errorsIn(printed)).toEqual([
        ['authorization_pending', 'awaiting first user interaction'],
        ['access_denied', 'user declined'],
        ['invalid_grant', expect.any(String)],
        ['access_denied', 'user declined'],
      ]);
    } finally {
      demo.kill('SIGINT');
      await demo.ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  },
  120_000,
);

/** `error` and `error_description` of each response, in order. */
function errorsIn(printed: string): readonly (readonly [unknown, unknown])[] {
  return printed
    .split('\n')
    .filter((line) => line.startsWith('{"error"'))
    .map((line) => JSON.parse(line))
    .map(({ error, error_description }) => [error, error_description] as const);
}
