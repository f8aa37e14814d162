import { readFileSync } from 'node:fs';

import { application, domain, eid, tenant } from '@eid-broker/testing/sample-configuration';
import { describe, expect, test } from '@jest/globals';

import { systemVault } from '../../../src/adapters/system/vault.ts';
import type { DeclaredTenant, StoredTenant } from '../../../src/domain/configuration.ts';
import { demoMaterial } from '../../../src/management/configuration/demo-material.ts';
import { storedTenantOf } from '../../../src/management/configuration/sealed-configuration.ts';
import { refuseDemoMaterial } from '../../../src/management/configuration/startup-checks.ts';

const vault = systemVault([new Uint8Array(32).fill(1)]);
const publicKey = JSON.parse(readFileSync('docs/examples/demo-backend.public.jwk.json', 'utf8'));
const privateKey = JSON.parse(readFileSync('docs/examples/demo-backend.private.jwk.json', 'utf8'));

/** Its settings name the kind of their target. */
const paper = {
  offer: { name: 'xx-paper' },
  isSimulated(settings: unknown) {
    const { leadsTo } = settings as { leadsTo?: string };
    if (leadsTo === undefined) throw new Error('unusable');
    return leadsTo === 'a simulator';
  },
};
const check = { ...demoMaterial, vault, eids: [paper] };
const test1 = domain({ issuer: 'https://test.example.com', environment: 'test' });
const production = domain();

function stored(more: Partial<DeclaredTenant>): StoredTenant {
  return storedTenantOf(tenant({ eids: [], applications: [], ...more }), undefined, vault);
}

function refusing(more: Partial<DeclaredTenant>): () => void {
  return () => refuseDemoMaterial([stored(more)], check);
}

const withSecret = (value: string) => application({ secrets: [{ value, expiresAt: undefined }] });
const withKey = application({ jwks: { keys: [publicKey] } });

describe(refuseDemoMaterial, () => {
  test.each(['demo-web-secret', 'demo-backend-secret'])('refuses the secret %s', (secret) => {
    expect(refusing({ applications: [withSecret(secret)] })).toThrow(
      `tenant shop, application web: the demo secret ${secret} must not serve a production domain`,
    );
  });

  test('refuses the demo key', () => {
    expect(refusing({ applications: [withKey] })).toThrow(
      'tenant shop, application web: a demo key in jwks must not serve a production domain',
    );
  });

  test("refuses a simulator's settings", () => {
    expect(refusing({ eids: [eid({ settings: { leadsTo: 'a simulator' } })] })).toThrow(
      'tenant shop, eid xx-paper: settings of a simulator must not serve a production domain',
    );
  });

  test('names all demo material together', () => {
    const bad = { applications: [withSecret('demo-web-secret'), withKey] };

    expect(refusing({ ...bad, eids: [eid({ settings: { leadsTo: 'a simulator' } })] })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^(?:tenant shop, .*\n?){3}$/) }),
    );
  });

  test('allows demo material on test domains', () => {
    const demo = {
      applications: [withSecret('demo-web-secret'), withKey],
      eids: [eid({ settings: { leadsTo: 'a simulator' } })],
    };

    expect(refusing({ ...demo, domains: [test1] })).not.toThrow();
  });

  test('allows demo material beside a production domain, when it serves the test domain alone', () => {
    const demo = {
      applications: [{ ...withSecret('demo-web-secret'), issuers: [test1.issuer] }],
      eids: [eid({ environment: 'test', settings: { leadsTo: 'a simulator' } })],
    };

    expect(refusing({ ...demo, domains: [test1, production] })).not.toThrow();
  });

  test('allows real material, and ignores unusable settings', () => {
    const eids = [
      eid({ settings: { leadsTo: 'the real one' } }),
      eid({ eid: 'xx-stone' }),
      eid({ environment: 'production', settings: {} }),
    ];

    expect(refusing({ applications: [application()], eids })).not.toThrow();
  });
});

test('the refused demo keys are those of the examples', () => {
  const { d, ...publicHalf } = privateKey;

  expect(d).toHaveLength(43);
  expect(publicHalf).toEqual(publicKey);
  expect(demoMaterial.publicKeys).toEqual([publicKey.x]);
});
