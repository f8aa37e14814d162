import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from '@jest/globals';

import { hasTools } from '../support/tools.ts';
import { demoVariables, freePorts, launchDemo } from './demo-process.ts';

(hasTools('curl', 'openssl') ? test : test.skip)(
  'the steps of docs/demo.md log two persons in',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'eid-broker-demo-doc-'));
    const ports = await freePorts();
    const demo = launchDemo(demoVariables(ports, join(folder, 'data')));
    try {
      await demo.ready;
      const steps = readSteps()
        .replace(/^issuer=.*$/m, `issuer=http://localhost:${ports.service}`)
        .replace(/^phone=.*$/m, `phone=http://localhost:${ports.phone}`);
      const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', steps], { timeout: 25_000 });

      expect(stdout).toContain("ssn: '191212121212'");
      expect(stdout).toContain("nonce: 'some-nonce'");
      expect(stdout).toContain('"ssn":"191212121212"');
      expect(stdout).toContain("ssn: '199006022397'");
      expect(stdout).toContain("aud: 'demo-spa'");
    } finally {
      demo.kill('SIGINT');
      await demo.ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  },
);

/** All shell blocks of the document, in their order. */
function readSteps(): string {
  const blocks = readFileSync('docs/demo.md', 'utf8').matchAll(/^```sh\n(.*?)^```/gms);
  return [...blocks].map(([, block]) => block).join('\n');
}
