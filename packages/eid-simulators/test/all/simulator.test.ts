import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type Simulators, startSimulators } from '../../src/all/simulator.ts';

const FREE = { bankId: 0, phone: 0, oidc: 0, rest: 0 };

let folder: string;
let simulators: Simulators;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulators-'));
  simulators = await startSimulators({ directory: folder, ports: FREE });
});
afterAll(async () => {
  await simulators.close();
  await rm(folder, { recursive: true });
});

test('all eIDs are in one world', async () => {
  const { world, oidc, rest, bankId } = simulators;
  const names = ['se-bankid', ...Object.keys(oidc.issuers), ...Object.keys(rest.addresses)];
  expect(world.eids().map(({ name }) => name)).toEqual(names);
  expect(new Set(names).size).toBe(names.length);
  const listed = await (await fetch(`${bankId.phoneUrl}/api/eids`)).json();
  expect((listed as { name: string }[]).map(({ name }) => name)).toEqual(names);
});

test('a port in use leaves none of the servers behind', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as { port: number };
  const [free] = await freePorts(1);
  const ports = { ...FREE, bankId: Number(free), rest: port };
  await expect(startSimulators({ directory: folder, ports })).rejects.toThrow('EADDRINUSE');
  const again = createServer().listen(Number(free), '127.0.0.1');
  await once(again, 'listening');
  again.close();
  blocker.close();
});

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

describe('the command', () => {
  const main = new URL('../../dist/all/main.js', import.meta.url).pathname;
  const PORTS = ['SIMULATOR_PORT', 'PHONE_PORT', 'OIDC_SIMULATOR_PORT', 'REST_SIMULATOR_PORT'];
  const run = (env: Record<string, string>) => {
    const free = Object.fromEntries(PORTS.map((name) => [name, '0']));
    const child = spawn(process.execPath, ['--no-warnings', main], {
      env: { PATH: process.env.PATH, SIMULATOR_DATA_DIR: folder, ...free, ...env },
    });
    let output = '';
    let faults = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (faults += data));
    // Before it are warnings of the library about the runtime.
    const lastFault = () => faults.trimEnd().split('\n').at(-1);
    return { child, output: () => output, lastFault };
  };

  test('prints all URLs and paths, and ends at a signal', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const { child, output } = run({});
      while (!output().includes('BankID root')) await once(child.stdout, 'data');
      expect(output()).toMatch(/WARNING: this is a simulator/);
      expect(output()).toMatch(/https:\/\/localhost:\d+\/rp\/v6\.0\//);
      const [phoneUrl] = /http:\/\/localhost:\d+\//.exec(output()) ?? [];
      expect((await fetch(`${phoneUrl}api/orders`)).status).toBe(200);
      const [issuer] = /http:\/\/127\.0\.0\.1:\d+\/mitid/.exec(output()) ?? [];
      expect((await fetch(`${issuer}/.well-known/openid-configuration`)).status).toBe(200);
      expect(output()).toContain(join(folder, 'pki', 'rp-client.pem'));
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
    }
  });

  test('has the address of a proxy in its issuers', async () => {
    const [port = 0] = await freePorts(1);
    const { child, output } = run({
      OIDC_SIMULATOR_PORT: String(port),
      OIDC_SIMULATOR_URL: 'http://127.0.0.1:1',
    });
    while (!output().includes('BankID root')) await once(child.stdout, 'data');
    expect(output()).toContain('http://127.0.0.1:1/mitid');
    const discovery = `http://127.0.0.1:${port}/mitid/.well-known/openid-configuration`;
    expect(await (await fetch(discovery)).json()).toMatchObject({
      issuer: 'http://127.0.0.1:1/mitid',
    });
    child.kill();
    await once(child, 'exit');
  });

  test('reports a port in use in one line, with its variable', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as { port: number };
    for (const variable of PORTS) {
      const { child, lastFault } = run({ [variable]: String(port) });
      expect(await once(child, 'close')).toEqual([1, null]);
      expect(lastFault()).toBe(`Port ${port} is in use: set ${variable} to another one.`);
    }
    blocker.close();
  });

  test('reports invalid settings in one line', async () => {
    const wrong = run({ SIMULATOR_PORT: 'many' });
    expect(await once(wrong.child, 'close')).toEqual([1, null]);
    expect(wrong.lastFault()).toBe(
      'The simulators cannot start: SIMULATOR_PORT must be a port number, not "many"',
    );
    const file = join(folder, 'file');
    await writeFile(file, '');
    const blocked = run({ SIMULATOR_DATA_DIR: file });
    expect(await once(blocked.child, 'close')).toEqual([1, null]);
    expect(blocked.lastFault()).toMatch(/^The simulators cannot start: /);
  });
});
