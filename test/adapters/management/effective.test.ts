import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type ManagementApi, startManagement } from '../../support/management.ts';

const APPLICATIONS = '/api/tenants/shop/applications';

let api: ManagementApi;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.close());

describe('what an application gets', () => {
  test('has every setting, with its default where it is absent', async () => {
    const { status, json } = await api.call(`GET ${APPLICATIONS}/web/effective`);
    expect(status).toBe(200);
    expect(json.settings).toMatchObject({
      clientId: 'web',
      redirectUris: ['https://app.example.com/cb'],
      secrets: [{ value: { stored: expect.any(String) } }],
      issuers: ['http://localhost:1', 'https://login.test.example'],
      idTokenLifetimeSeconds: 1200,
      acrValues: null,
      requirePkce: false,
    });
    expect(json.defaults).toEqual(expect.arrayContaining(['issuers', 'scopes', 'requirePkce']));
    expect(json.defaults).not.toContain('redirectUris');
    expect([json.clientAuthentication, json.needsChallenge]).toEqual([['secret'], false]);
    expect(json.metadata).toMatchObject({
      client_id: 'web',
      response_types: expect.arrayContaining(['code']),
      token_endpoint_auth_method: 'client_secret_basic',
    });
    expect(JSON.stringify(json)).not.toContain('stored-as-a-hash');
  });

  test('has the endpoints of each issuer, and the claims of each acr value', async () => {
    const { json } = await api.call(`GET ${APPLICATIONS}/web/effective`);
    const [first] = json.issuers;
    expect(first).toMatchObject({ issuer: 'http://localhost:1', environment: 'test' });
    expect(first.endpoints).toEqual({
      discovery: 'http://localhost:1/.well-known/openid-configuration',
      jwks: 'http://localhost:1/.well-known/jwks',
      token: 'http://localhost:1/oauth2/token',
      userinfo: 'http://localhost:1/oauth2/userinfo',
      authorization: 'http://localhost:1/oauth2/authorize',
      pushedAuthorizationRequest: 'http://localhost:1/oauth2/par',
      endSession: 'http://localhost:1/oauth2/logout',
    });
    const [eid] = first.eids;
    expect(eid).toMatchObject({
      acr: 'urn:grn:authn:mock',
      eid: 'mock',
      flows: ['authorization-code'],
    });
    expect(eid.claims).toContainEqual({
      name: 'acr',
      scope: null,
      released: 'always',
      description: 'The requested acr value.',
      example: 'urn:grn:authn:mock',
    });
  });

  test('follows a change at once, and says which scopes a request may add', async () => {
    await api.call('POST /api/tenants/shop/eids', {
      body: {
        eid: 'no-vipps',
        environment: 'test',
        settings: { clientId: 'shop', clientSecret: 'a-secret-of-the-provider' },
      },
    });
    expect(await releaseOfScopes('web')).toEqual(['not-granted']);
    await api.call(`POST ${APPLICATIONS}`, {
      body: {
        clientId: 'dynamic',
        name: 'Dynamic',
        flows: ['pkce'],
        issuers: ['http://localhost:1'],
        redirectUris: ['https://app.example.com/spa'],
        dynamicScopes: true,
        claimsProfile: 'normalised',
      },
    });
    const { json } = await api.call(`GET ${APPLICATIONS}/dynamic/effective`);
    expect([json.needsChallenge, json.clientAuthentication]).toEqual([true, ['none']]);
    expect(json.issuers).toHaveLength(1);
    expect(await releaseOfScopes('dynamic')).toEqual(['on-request']);
  });

  test('is unknown for an unknown application', async () => {
    expect((await api.call(`GET ${APPLICATIONS}/none/effective`)).status).toBe(404);
    expect((await api.call('GET /api/tenants/none/applications/web/effective')).status).toBe(404);
  });
});

async function releaseOfScopes(clientId: string): Promise<readonly string[]> {
  const { json } = await api.call(`GET ${APPLICATIONS}/${clientId}/effective`);
  const claims: readonly { scope: string | null; released: string }[] =
    json.issuers[0].eids.flatMap((eid: { claims: object[] }) => eid.claims);
  const scoped = claims.filter(({ scope }) => scope !== null);
  return [...new Set(scoped.map(({ released }) => released))];
}
