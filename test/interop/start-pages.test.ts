import { execFile } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text as bodyOf } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Auth, type AuthConfig } from '@auth/core';
import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { logInAtStart } from '@eid-broker/demo/matrix/start/log-in-at-start';
import { runStartPage } from '@eid-broker/demo/matrix/start/run-start-page';
import {
  atAddresses,
  readStartPage,
  type StartPage,
} from '@eid-broker/demo/matrix/start/start-page';
import { START_NAMES } from '@eid-broker/demo/matrix/start/try-starts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  demoVariables,
  freePorts,
  launchDemo,
  type Ports,
} from '../../packages/demo/test/demo-process.ts';

const FOLDER = 'docs/start';

function pageOf(name: string): StartPage {
  return readStartPage(readFileSync(join(FOLDER, `${name}.md`), 'utf8'));
}

describe('the pages of docs/start', () => {
  const names = readdirSync(FOLDER).filter((file) => file !== 'README.md');
  // A page of requests alone: it has no application to run.
  const applications = names.filter((name) => name !== 'curl.md');

  test('are all known to the matrix', () => {
    expect(applications.sort()).toEqual(START_NAMES.map((name) => `${name}.md`).sort());
  });

  test.each(names)('%s is a page of 40 lines at most', (name) => {
    const markdown = readFileSync(join(FOLDER, name), 'utf8');
    expect(markdown.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });

  test.each(applications)('%s has commands that any shell runs', (name) => {
    const { install = '', run } = readStartPage(readFileSync(join(FOLDER, name), 'utf8'));
    expect(`${install}${run}`).not.toMatch(/(?:^|\s)#/m);
  });

  test.each(names)('%s is in the table of the index', (name) => {
    expect(readFileSync(join(FOLDER, 'README.md'), 'utf8')).toContain(`](${name})`);
  });
});

describe('an application of docs/start', () => {
  let ports: Ports;
  let startPort: number;
  let folder: string;
  let demo: ReturnType<typeof launchDemo>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'eid-broker-start-'));
    [ports, startPort] = await Promise.all([freePorts(), findFreePort()]);
    const url = `http://localhost:${startPort}`;
    demo = launchDemo({ ...demoVariables(ports, join(folder, 'data')), DEMO_START_URL: url });
    await demo.ready;
  });
  afterAll(async () => {
    demo.kill('SIGINT');
    await demo.ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  const here = (name: string) =>
    atAddresses(pageOf(name), { issuer: `http://localhost:${ports.service}`, port: startPort });
  const logIn = () =>
    logInAtStart({
      url: `http://localhost:${startPort}`,
      phoneUrl: `http://localhost:${ports.phone}`,
    });

  test('logs a person in with Express', async () => {
    const prepare = async (own: string) =>
      symlinkSync(resolve('node_modules'), join(own, 'node_modules'));
    const { env } = process;
    const running = await runStartPage(here('express'), { port: startPort, env, prepare });
    try {
      await logIn();
    } finally {
      await running.stop();
    }
  });

  test('logs a person in with curl', async () => {
    const server = await serveCurl(startPort, `http://localhost:${ports.service}`);
    try {
      await logIn();
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  test('logs a person in with the configuration of Auth.js', async () => {
    const file = join(folder, 'auth.config.mjs');
    writeFileSync(file, here('next').files.get('auth.config.js')!);
    const server = await serveAuth((await import(pathToFileURL(file).href)).default, startPort);
    try {
      await logIn();
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});

/** Serves an application that is the requests of the page alone. */
async function serveCurl(port: number, issuer: string): Promise<Server> {
  const markdown = readFileSync(join(FOLDER, 'curl.md'), 'utf8')
    .replaceAll('http://localhost:3000', issuer)
    .replaceAll('3030', String(port));
  const run = async (name: string, code = '') => {
    const [, command = ''] =
      new RegExp(`^\`\`\`sh ${name}\\n(.*?)^\`\`\``, 'ms').exec(markdown) ?? [];
    const { stdout } = await promisify(execFile)('sh', ['-euc', command], {
      env: { ...process.env, code },
    });
    return stdout.trim();
  };
  const server = createServer(async ({ url = '/' }, res) => {
    // The next application listens on the same port: no connection may outlive this one.
    res.setHeader('Connection', 'close');
    const code = new URL(url, issuer).searchParams.get('code');
    if (code === null) return res.writeHead(302, { Location: await run('begin') }).end();
    const { id_token: token } = JSON.parse(await run('exchange', code));
    return res.end(Buffer.from(token.split('.')[1], 'base64url'));
  });
  await new Promise<void>((done) => server.listen(port, () => done()));
  return server;
}

/** Serves what next-auth's handlers serve, and a page for persons who are logged in. */
async function serveAuth(config: AuthConfig, port: number): Promise<Server> {
  const origin = `http://localhost:${port}`;
  const whole = { ...config, basePath: '/api/auth' };
  const server = createServer(async (req, res) => {
    const { method = 'GET', url = '/' } = req;
    const request = (path: string) =>
      new Request(`${origin}${path}`, { headers: req.headers as Record<string, string> });
    if (url !== '/') {
      const body = method === 'POST' ? await bodyOf(req) : null;
      const asked = new Request(`${origin}${url}`, {
        method,
        body,
        headers: req.headers as Record<string, string>,
      });
      return reply(await Auth(asked, whole));
    }
    const session = await (await Auth(request('/api/auth/session'), whole)).json();
    if (session !== null) return res.end(`Welcome, ${session.user.name}`);
    return res.writeHead(307, { Location: '/api/auth/signin' }).end();

    async function reply(response: Response) {
      res.statusCode = response.status;
      for (const [name, value] of response.headers) res.setHeader(name, value);
      res.setHeader('set-cookie', response.headers.getSetCookie());
      res.end(await response.text());
    }
  });
  await new Promise<void>((done) => server.listen(port, () => done()));
  return server;
}
