import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandsOf, runBlocks } from '@eid-broker/testing/document-blocks';
import { hasTools } from '@eid-broker/testing/tools';
import { expect, test } from '@jest/globals';
import { demoVariables, freePorts, launchDemo } from '../packages/demo/test/demo-process.ts';

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
      expect(claimsPrinted(printed)).toEqual([
        ['demo-web', '191212121212'],
        ['demo-spa', '199006022397'],
        ['demo-implicit', '191212121212'],
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

// An interactive zsh has no comments: it runs the first word of one as a command, and its
// brackets are syntax.
test.each(['README.md', 'docs/demo.md'])(
  'the commands of %s can be pasted into any shell, since they contain no comment',
  (document) => {
    const comments = commandsOf(document).match(/^(?:.*\s)?#.*$/gm);
    expect(comments).toBeNull();
  },
);

test('each flow of the README has a block of its own, which prints claims', () => {
  const blocks = commandsOf('README.md').split(/^(?=\. docs\/examples\/demo\.sh; )/m);
  expect(blocks).toHaveLength(5);
  for (const block of blocks) expect(block).toMatch(/(?:\| id_token_claims|^claims "[^\n]*")\n+$/m);
});

test('the reader of commands refuses a document without commands', () => {
  expect(() => commandsOf('docs/style.md')).toThrow('docs/style.md has no block that is to be run');
});

/** Application and person of each ID token whose claims were printed. */
function claimsPrinted(printed: string): readonly (readonly (string | undefined)[])[] {
  return [...printed.matchAll(/^\{\n.*?^\}$/gms)].map(([text]) =>
    ['aud', 'ssn'].map((name) => new RegExp(`^  ${name}: '([^']*)'`, 'm').exec(text)?.[1]),
  );
}
