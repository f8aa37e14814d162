import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { systemVault } from '../../src/adapters/system/vault.ts';
import type { StoredTenant, TenantContent } from '../../src/domain/content.ts';
import { storedTenantOf } from '../../src/management/content-vault.ts';
import { demoMaterial } from '../../src/management/demo-material.ts';
import { refuseDemoMaterial } from '../../src/management/refuse-demo-material.ts';
import { application, eid, tenant } from './sample-content.ts';

const vault = systemVault([new Uint8Array(32).fill(1)]);
const publicKey = JSON.parse(readFileSync('docs/examples/demo-backend.public.jwk.json', 'utf8'));
const privateKey = JSON.parse(readFileSync('docs/examples/demo-backend.private.jwk.json', 'utf8'));

/** Made with openssl for these tests: self-signed, ES256. */
const SIMULATOR_CA = `-----BEGIN CERTIFICATE-----
MIIBtzCCAV2gAwIBAgIUVH1QXhkUegz1v9K7YRG2gWhxZv4wCgYIKoZIzj0EAwIw
MDEQMA4GA1UECgwHRXhhbXBsZTEcMBoGA1UEAwwTU29tZSBTaW11bGF0b3IgUm9v
dDAgFw0yNjExMjAxOTM1NThaGA8yMTI2MTAyNzE5MzU1OFowMDEQMA4GA1UECgwH
RXhhbXBsZTEcMBoGA1UEAwwTU29tZSBTaW11bGF0b3IgUm9vdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABOZa1xinNWlZGlcqKQ6VpIQQ/Ws0ETZVLF+JgSd9wpV3
TPHyK6Wb8FKyBvRkWUCtHvg86GhW9VgPzXJ4SsJXU06jUzBRMB0GA1UdDgQWBBS3
h48a4D5Q+W/jGLxiWZqQwVsOdzAfBgNVHSMEGDAWgBS3h48a4D5Q+W/jGLxiWZqQ
wVsOdzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIH/n6bwyA5nY
SLwF+lblRxM+Rcsi/33EARByTnvOq1yoAiEAoNfdaeJFOcgMv/7KsFag83OMEefg
JkcacfhwKYSoczc=
-----END CERTIFICATE-----`;
const OTHER_CA = `-----BEGIN CERTIFICATE-----
MIIBpDCCAUmgAwIBAgIUTgtx3TiiH/uvz6bg66QKSMts1PIwCgYIKoZIzj0EAwIw
JjEQMA4GA1UECgwHRXhhbXBsZTESMBAGA1UEAwwJU29tZSBSb290MCAXDTI2MTEy
MDE5MzU1OFoYDzIxMjYxMDI3MTkzNTU4WjAmMRAwDgYDVQQKDAdFeGFtcGxlMRIw
EAYDVQQDDAlTb21lIFJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS3QksR
uTAYcEnzKzgvVSHkCa67SpCFRhxygJojMASM6zB84ECQxfTr3nafWy4cfj0uwHbj
OpfRzwCuDoSZBKNio1MwUTAdBgNVHQ4EFgQUPOaYHkayyGIttQMLVFjQqLkU15Iw
HwYDVR0jBBgwFoAUPOaYHkayyGIttQMLVFjQqLkU15IwDwYDVR0TAQH/BAUwAwEB
/zAKBggqhkjOPQQDAgNJADBGAiEA0q32eYjOvfk4I94bbpPdFRoTUpP/ynDghxUC
3WeObEsCIQCsA+qClnhUnl7tW0y4INTJP+UNZyyzFjMdtWk01uVZSw==
-----END CERTIFICATE-----`;

/** Its settings are its certificate. */
const paper = {
  offer: { name: 'xx-paper' },
  certificates(settings: unknown) {
    const { ca } = settings as { ca?: string };
    if (ca === undefined) throw new Error('unusable');
    return [ca];
  },
};
const check = { ...demoMaterial, vault, eids: [paper] };
const test1 = { issuer: 'https://test.example.com', environment: 'test' } as const;
const production = { issuer: 'https://login.example.com', environment: 'production' } as const;

function stored(more: Partial<TenantContent>): StoredTenant {
  return storedTenantOf(tenant({ eids: [], applications: [], ...more }), undefined, vault);
}

function refusing(more: Partial<TenantContent>): () => void {
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

  test("refuses a simulator's certificate", () => {
    expect(refusing({ eids: [eid({ settings: { ca: SIMULATOR_CA } })] })).toThrow(
      'tenant shop, eid xx-paper: a certificate of a simulator must not serve a production domain',
    );
  });

  test('names everything at once', () => {
    const bad = { applications: [withSecret('demo-web-secret'), withKey] };

    expect(refusing({ ...bad, eids: [eid({ settings: { ca: SIMULATOR_CA } })] })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^(?:tenant shop, .*\n?){3}$/) }),
    );
  });

  test('allows all of it on test domains', () => {
    const demo = {
      applications: [withSecret('demo-web-secret'), withKey],
      eids: [eid({ settings: { ca: SIMULATOR_CA } })],
    };

    expect(refusing({ ...demo, domains: [test1] })).not.toThrow();
  });

  test('allows it beside a production domain, when it serves the test domain alone', () => {
    const demo = {
      applications: [{ ...withSecret('demo-web-secret'), issuers: [test1.issuer] }],
      eids: [eid({ environment: 'test', settings: { ca: SIMULATOR_CA } })],
    };

    expect(refusing({ ...demo, domains: [test1, production] })).not.toThrow();
  });

  test('allows real material, and passes over settings that nobody can use', () => {
    const eids = [
      eid({ settings: { ca: OTHER_CA } }),
      eid({ eid: 'xx-stone' }),
      eid({ environment: 'production', settings: {} }),
    ];

    expect(refusing({ applications: [application()], eids })).not.toThrow();
  });
});

test('the demo keys that are refused are those of the examples', () => {
  const { d, ...publicHalf } = privateKey;

  expect(d).toHaveLength(43);
  expect(publicHalf).toEqual(publicKey);
  expect(demoMaterial.publicKeys).toEqual([publicKey.x]);
});
