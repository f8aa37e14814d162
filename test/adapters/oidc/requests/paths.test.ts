import { sampleOffer } from '@eid-broker/testing/sample-offers';
import { describe, expect, test } from '@jest/globals';
import type { Context } from 'koa';

import { contextOf } from '../../../../src/adapters/oidc/request-context.ts';
import { libraryPaths } from '../../../../src/adapters/oidc/requests/paths.ts';
import type { Acr } from '../../../../src/domain/acr.ts';
import { eidCatalogue } from '../../../../src/domain/eid-offer.ts';
import { DEFAULT_LIMITS, type Domain } from '../../../../src/domain/tenant.ts';

const OFFERED = 'urn:grn:authn:se:bankid';
const DOMAIN: Domain = {
  tenantId: 'first',
  issuer: 'https://login.example.com',
  environment: 'test',
  singleSignOn: undefined,
  limits: DEFAULT_LIMITS,
  acrValues: [OFFERED as Acr, 'urn:grn:authn:no:bankid' as Acr],
};

const ALIAS = 'urn:grn:authn:se:old-name';
const CATALOGUE = eidCatalogue([sampleOffer({ aliases: { [ALIAS]: OFFERED as Acr } })]);

/** The path after the middleware, with a document as the answer. */
async function rewrite(path: string) {
  // The middleware uses no other member.
  const ctx = { path, req: {}, status: 404, body: undefined } as unknown as Context;
  let reached: string | undefined;
  await libraryPaths(DOMAIN, CATALOGUE)(ctx, async () => {
    reached = ctx.path;
    ctx.status = 200;
    ctx.body = { issuer: DOMAIN.issuer, acr_values_supported: DOMAIN.acrValues };
  });
  return { reached, acr: contextOf(ctx).prefixAcr, body: ctx.body };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

describe('a path below an acr value', () => {
  const padded = 'dXJuOmdybjphdXRobjpzZTpiYW5raWQ=';

  test.each([
    ['as it is', padded],
    ['with escaped padding', padded.replace('=', '%3D')],
    ['with padding escaped in lower case', padded.replace('=', '%3d')],
    ['without its padding', padded.replace('=', '')],
  ])('leads to the authorization endpoint: %s', async (_, segment) => {
    expect(await rewrite(`/${segment}/oauth2/authorize`)).toMatchObject({
      reached: '/oauth2/authorize',
      acr: OFFERED,
    });
  });

  test('may have padding of one, two or no characters', async () => {
    for (const acr of ['urn:grn:authn:se:a', 'urn:grn:authn:se:ab', 'urn:grn:authn:se:abc']) {
      expect((await rewrite(`/${base64(acr)}/oauth2/authorize`)).acr).toBe(acr);
    }
  });

  test('leads to the acr value of an alias, also in the discovery document', async () => {
    const alias = base64(ALIAS).replace(/=+$/, '');
    expect(await rewrite(`/${alias}/oauth2/authorize`)).toMatchObject({ acr: OFFERED });
    const { body } = await rewrite(`/${alias}/.well-known/openid-configuration`);
    expect(body).toMatchObject({
      acr_values_supported: [OFFERED],
      authorization_endpoint: `https://login.example.com/${padded}/oauth2/authorize`,
    });
  });

  test('has its own discovery document, with the issuer of the domain', async () => {
    const { reached, body } = await rewrite(`/${padded}/.well-known/openid-configuration`);
    expect(reached).toBe('/.well-known/openid-configuration');
    expect(body).toEqual({
      issuer: 'https://login.example.com',
      acr_values_supported: [OFFERED],
      authorization_endpoint: `https://login.example.com/${padded}/oauth2/authorize`,
    });
  });

  test('has no discovery document when the eID service is not offered', async () => {
    const path = `/${base64('urn:grn:authn:dk:mitid')}/.well-known/openid-configuration`;
    expect(await rewrite(path)).toEqual({ reached: undefined, acr: undefined, body: undefined });
  });

  test.each([
    ['no base64', '/%%%/oauth2/authorize'],
    ['base64 of something else', `/${base64('hello')}/oauth2/authorize`],
    ['base64 of two values', `/${base64(`${OFFERED} ${OFFERED}`)}/oauth2/authorize`],
    ['the acr value itself', `/${OFFERED}/oauth2/authorize`],
    ['too much padding', `/${padded}==/oauth2/authorize`],
    ['a character that base64 skips', `/${padded.slice(0, -1)}*/oauth2/authorize`],
    ['bits that base64 drops', `/${padded.slice(0, -2)}R=/oauth2/authorize`],
    ['the token endpoint behind it', `/${padded}/oauth2/token`],
    ['the keys behind it', `/${padded}/.well-known/jwks`],
    ['a finished login behind it', `/${padded}/oauth2/authorize/some-login`],
    ['two prefixes', `/${padded}/${padded}/oauth2/authorize`],
    ['no prefix', '/oauth2/authorize'],
  ])('is unchanged when it is not one: %s', async (_, path) => {
    expect(await rewrite(path)).toMatchObject({ reached: path, acr: undefined });
  });
});
