import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openPki } from '@eid-broker/eid-simulators/bankid/pki/pki-files';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { eidModules } from '../../../src/adapters/eid/registry.ts';
import { readConfigurationFile } from '../../../src/config/file/configuration-file.ts';
import { demoMaterial } from '../../../src/management/configuration/demo-material.ts';

const DEMO = 'docs/examples/demo.yaml';
const KEY = 'demo-backend.public.jwk.json';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'demo-configuration-'));
  await openPki(folder, randomBytes);
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(path: string, more: Readonly<Record<string, string>> = {}) {
  const env = {
    DEMO_WEB_SECRET: demoMaterial.secrets.web,
    DEMO_BACKEND_SECRET: demoMaterial.secrets.backend,
    DEMO_START_SECRET: demoMaterial.secrets.start,
    DEMO_BANKID_PKI: join(folder, 'pki'),
    ...more,
  };
  const now = new Date('2026-11-20T12:00:00Z');
  return readConfigurationFile({ path, env, eids: eidModules, demo: demoMaterial, now });
}

describe("the demo's configuration", () => {
  test('has an application for each flow', () => {
    const applications = read(DEMO).tenants.flatMap((tenant) => tenant.applications);

    expect(applications.map(({ clientId, flows }) => [clientId, ...flows])).toEqual([
      ['demo-web', 'authorization-code'],
      ['demo-spa', 'pkce'],
      ['demo-implicit', 'implicit'],
      ['demo-sdk', 'pkce'],
      ['demo-backend', 'authorization-code', 'ciba', 'headless'],
      ['demo-start', 'authorization-code'],
    ]);
  });

  test('returns to the address of the demo client', () => {
    const applications = read(DEMO, { DEMO_CLIENT_URL: 'http://localhost:4020' }).tenants.flatMap(
      (tenant) => tenant.applications,
    );

    for (const { redirectUris } of applications.filter(
      ({ clientId }) => clientId !== 'demo-start',
    )) {
      expect(redirectUris[0]).toBe('http://localhost:4020/callback');
    }
  });

  test('has redirect URIs for the applications of docs/start', () => {
    const url = 'http://localhost:4030';
    const { applications = [] } = read(DEMO, { DEMO_START_URL: url }).tenants[0] ?? {};
    const start = applications.find(({ clientId }) => clientId === 'demo-start');
    expect(start?.redirectUris.every((uri) => uri.startsWith(`${url}/`))).toBe(true);
  });

  test('is refused on a production domain, with all its secrets, keys and settings', () => {
    const path = join(folder, 'production.yaml');
    const text = readFileSync(DEMO, 'utf8').replaceAll(
      'environment: test',
      'environment: production',
    );
    copyFileSync(join('docs/examples', KEY), join(folder, KEY));
    writeFileSync(path, text);
    const variables = {
      DEMO_ISSUER: 'https://login.example.com',
      DEMO_CLIENT_URL: 'https://shop.example.com',
    };

    expect(() => read(path, variables)).toThrow(
      expect.objectContaining({
        problems: expect.arrayContaining([
          expect.objectContaining({
            path: 'tenants[0].applications[0].secrets[0].value',
            message: 'is a demo secret: must not serve a production domain',
          }),
          expect.objectContaining({
            path: 'tenants[0].applications[2].flows[0]',
            message: 'implicit works on test domains only',
          }),
          expect.objectContaining({
            path: 'tenants[0].applications[4].secrets[0].value',
            message: 'is a demo secret: must not serve a production domain',
          }),
          expect.objectContaining({
            path: 'tenants[0].applications[5].secrets[0].value',
            message: 'is a demo secret: must not serve a production domain',
          }),
          expect.objectContaining({
            path: 'tenants[0].applications[4].jwks',
            message: 'has a demo key: must not serve a production domain',
          }),
          expect.objectContaining({
            path: 'tenants[0].eids[0].settings',
            message: 'lead to a simulator: must not serve a production domain',
          }),
        ]),
      }),
    );
  });
});
