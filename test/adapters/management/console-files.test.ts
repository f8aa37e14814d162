import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Koa from 'koa';
import { type Listening, listen } from '../../../src/adapters/http/listen.ts';
import { consoleFiles } from '../../../src/adapters/management/console-files.ts';

const PAGE = '<!doctype html><title>Console</title>';
const SCRIPT = 'export const answer = 42;';

let folder: string;
let server: Listening;
let origin: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'manifest.json'), '{}');
  writeFileSync(join(folder, 'assets/main-AbC123.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/main-AbC123.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets/main-AbC123.js.gz'), gzipSync(SCRIPT));
  [origin, server] = await serve(folder);
});
afterAll(async () => {
  await server?.close(0);
  rmSync(folder, { recursive: true, force: true });
});

describe('the files of the console', () => {
  test.each([
    ...['/', '/t/demo/logins', '/t/demo/applications/shop', '/t/demo/domains/login.example.com'],
  ])('answer the page at %s, and the browser asks again each time', async (path) => {
    const response = await fetch(`${origin}${path}`);
    expect(await response.text()).toBe(PAGE);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  test('are kept for ever when their name has their hash', async () => {
    const response = await fetch(`${origin}/assets/main-AbC123.js`);
    expect(await response.text()).toBe(SCRIPT);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('arrive compressed as the browser accepts it: %s', async (accepted, coding) => {
    const headers = { 'accept-encoding': accepted };
    const response = await fetch(`${origin}/assets/main-AbC123.js`, { headers });
    expect(response.headers.get('content-encoding')).toBe(coding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe(SCRIPT);
  });

  test.each(['/assets/old-Zz9.js', '/manifest.json', '/favicon.ico', '/assets/../../secret.js'])(
    'have nothing at %s',
    async (path) => {
      expect((await fetch(`${origin}${path}`)).status).toBe(404);
    },
  );

  test('answer reads alone', async () => {
    expect((await fetch(`${origin}/`, { method: 'POST' })).status).toBe(404);
    const head = await fetch(`${origin}/`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('carry a policy without inline scripts, other origins and frames around it', async () => {
    const { headers } = await fetch(`${origin}/`);
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "font-src 'self'",
      "frame-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('are absent without a build', async () => {
    const [bare, other] = await serve(join(folder, 'missing'));
    expect((await fetch(`${bare}/`)).status).toBe(404);
    await other.close(0);
  });
});

async function serve(from: string): Promise<[string, Listening]> {
  const app = new Koa();
  app.use(consoleFiles(from));
  const answer = app.callback();
  const listening = await listen(async (req, res) => void (await answer(req, res)), {
    port: 0,
    address: '127.0.0.1',
  });
  return [`http://127.0.0.1:${listening.port}`, listening];
}
