import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CompactSign, type CryptoKey, decodeJwt, exportJWK, generateKeyPair } from 'jose';
import type { Context } from 'koa';

import {
  type AssertionSigner,
  makeAssertionSigner,
} from '../../src/adapters/oidc/clients/assertion-without-jti.ts';
import { makeEncodeRawBasic } from '../../src/adapters/oidc/clients/basic-credentials.ts';
import { clientSecrets } from '../../src/adapters/oidc/clients/client-credentials.ts';
import { contextOf } from '../../src/adapters/oidc/request-context.ts';
import { libraryPaths } from '../../src/adapters/oidc/requests/paths.ts';
import { newSigningKey } from '../../src/adapters/system/random.ts';
import { systemVault } from '../../src/adapters/system/vault.ts';
import { parseAcr } from '../../src/domain/acr.ts';
import { clientSecretContext } from '../../src/domain/configuration.ts';
import { eidCatalogue } from '../../src/domain/eid-offer.ts';
import type { JsonObject } from '../../src/domain/json.ts';
import { configurationWith, DOMAIN } from '../adapters/oidc/clients/known-applications.ts';
import { sampleApplication } from '../support/sample-application.ts';
import { endless, near, nearJson } from './near.ts';

describe('a Basic header', () => {
  const vault = systemVault([Buffer.alloc(32, 7)]);
  const hash = vault.hash('s:1+%41', clientSecretContext(DOMAIN.tenantId, 'my:shop'));
  const shop = sampleApplication({
    clientId: 'my:shop',
    secrets: [{ hash, expiresAt: undefined }],
  });
  const configuration = configurationWith(shop);
  const secrets = clientSecrets({ domain: DOMAIN, configuration, vault, clock: () => new Date(0) });
  const encodeRawBasic = makeEncodeRawBasic({ domain: DOMAIN, configuration, secrets });

  /** The header that the library sees. */
  function headerAfter(authorization: string): string | undefined {
    const headers = { authorization };
    encodeRawBasic(headers);
    return headers.authorization;
  }

  test('is unchanged, or names the one application whose secret it has', () => {
    const pair = near(fc.constantFrom('my:shop:s:1+%41', 'my%3Ashop:s%3A1%2B%2541'), ':+%4=');
    const header = fc.oneof(
      pair.map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
      near(
        pair.map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
        '= +/-_',
      ),
    );
    fc.assert(
      fc.property(header, (given) => {
        const left = headerAfter(given);
        if (left === given) return;
        const text = Buffer.from(String(left).slice('Basic '.length), 'base64').toString();
        expect(text.split(':').map(decodeURIComponent)).toEqual(['my:shop', 's:1+%41']);
      }),
      { numRuns: 300 },
    );
  });

  test.each([':', '%', '+', 'a:'])('of 64 kB of %j is unchanged', (unit) => {
    const given = `Basic ${Buffer.from(endless(unit, 48 * 1024)).toString('base64')}`;
    expect(headerAfter(given)).toBe(given);
  });
});

describe('a path below an acr value', () => {
  test('leads to its acr value, or is unchanged', async () => {
    const prefix = Buffer.from('urn:grn:authn:se:bankid').toString('base64');
    const path = near(
      fc.constantFrom(`/${prefix}/oauth2/authorize`, '/oauth2/authorize'),
      '/=%3dD',
    );
    await fc.assert(
      fc.asyncProperty(path, async (given) => {
        // The middleware uses no other member.
        const ctx = { path: given, req: {}, status: 404 } as unknown as Context;
        await libraryPaths(DOMAIN, eidCatalogue([]))(ctx, async () => undefined);
        const acr = contextOf(ctx).prefixAcr;
        if (acr === undefined) expect(ctx.path).toBe(given);
        else expect([parseAcr(acr), ctx.path]).toEqual([acr, '/oauth2/authorize']);
      }),
      { numRuns: 300 },
    );
  });
});

describe('an assertion with or without a jti', () => {
  const CLAIMS = { iss: 'shop', sub: 'shop', aud: 'https://login.example', exp: 2_000_000_000 };
  let assertionSigner: AssertionSigner;
  let privateKey: CryptoKey;
  let keys: readonly JsonObject[];
  beforeAll(async () => {
    assertionSigner = makeAssertionSigner(await newSigningKey('ES256'));
    const pair = await generateKeyPair('ES256');
    privateKey = pair.privateKey;
    keys = [{ ...((await exportJWK(pair.publicKey)) as JsonObject), kid: 'one' }];
  });

  test('is unchanged, or gets one and no other change', async () => {
    await fc.assert(
      fc.asyncProperty(
        nearJson(CLAIMS),
        fc.constantFrom('one', 'two', undefined),
        async (claims, kid) => {
          const header = { alg: 'ES256', ...(kid !== undefined && { kid }) };
          const text = new TextEncoder().encode(JSON.stringify(claims));
          const given = await new CompactSign(text).setProtectedHeader(header).sign(privateKey);
          const signed = await assertionSigner.addMissingJti(given, keys);
          if (signed === given) return;
          const { jti, ...others } = decodeJwt(signed);
          expect(jti).toMatch(/^[\w-]{43}$/);
          expect(others).toEqual(claims);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('is unchanged when it is not a JWT', async () => {
    const header = Buffer.from('{"alg":"ES256"}').toString('base64url');
    const claims = Buffer.from(JSON.stringify(CLAIMS)).toString('base64url');
    await fc.assert(
      fc.asyncProperty(near(fc.constant(`${header}.${claims}.AAAA`), '.-_=e0'), async (given) => {
        expect(await assertionSigner.addMissingJti(given, keys)).toBe(given);
      }),
      { numRuns: 300 },
    );
    for (const unit of ['.', 'e', 'eyJ.']) {
      expect(await assertionSigner.addMissingJti(endless(unit), keys)).toBe(endless(unit));
    }
  });
});
