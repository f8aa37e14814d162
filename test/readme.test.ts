import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasTools } from '@eid-broker/testing/tools';
import { expect, test } from '@jest/globals';
import { demoVariables, freePorts, launchDemo } from '../packages/demo/test/demo-process.ts';
import { commandsOf, runBlocks } from './support/document-blocks.ts';

(hasTools('curl', 'openssl') ? test : test.skip)(
  "the README's commands log a person in by every flow",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'eid-broker-readme-'));
    const ports = await freePorts();
    const demo = launchDemo(demoVariables(ports, join(folder, 'data')));
    try {
      await demo.ready;
      const printed = await runBlocks('README.md', {
        variables: {
          issuer: `http://localhost:${ports.service}`,
          phone: `http://localhost:${ports.phone}`,
          DATA_DIR: join(folder, 'data'),
        },
      });

      expect(printed).toMatch(/^http:\/\/localhost:9999\/cb\?code=[\w-]{43}&state=some-state&iss=/);
      expect(printed).toContain('http://localhost:9999/cb#id_token=eyJ');
      expect(printed).toContain("nonce: 'some-nonce'");
      const answers = [...printed.matchAll(/\{"[^\n}]*"id_token":"([^"]+)"[^\n}]*\}/g)];
      expect(answers.map(([, token = '']) => whose(token))).toEqual([
        ['demo-web', '191212121212'],
        ['demo-spa', '199006022397'],
        ['demo-backend', '191212121212'],
        ['demo-backend', '191212121212'],
      ]);
    } finally {
      demo.kill('SIGINT');
      await demo.ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  },
  120_000,
);

test('the reader of commands refuses a document that has none', () => {
  expect(() => commandsOf('docs/style.md')).toThrow('docs/style.md has no block that is to be run');
});

function whose(idToken: string): unknown[] {
  const { aud, ssn } = JSON.parse(
    Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString(),
  ) as { aud: string; ssn: string };
  return [aud, ssn];
}
