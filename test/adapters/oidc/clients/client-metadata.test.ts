import { describe, expect, test } from '@jest/globals';
import Provider from 'oidc-provider';

import {
  clientMetadata,
  OWN_METADATA,
} from '../../../../src/adapters/oidc/clients/client-adapter.ts';
import { grantTypesOf, HEADLESS_GRANTS } from '../../../../src/adapters/oidc/grant-types.ts';
import { overrideRedirectUris } from '../../../../src/adapters/oidc/library-overrides.ts';
import { noopAdapter } from '../../../../src/adapters/oidc/storage/artifact-adapter.ts';
import type { Application, ClientAuthentication } from '../../../../src/domain/application.ts';
import { FLOW_NAMES } from '../../../../src/domain/flow.ts';
import { sampleApplication } from '../../../support/sample-application.ts';
import { configurationWith, DOMAIN } from './known-applications.ts';

const KEYS = [{ kty: 'RSA', n: 'AQAB', e: 'AQAB', kid: 'one' }];
/** Requests use the other settings. */
const CIBA = { enabled: true, deliveryModes: ['poll'] } as never;
const CALLBACK = 'https://shop.example/callback';

/** The application as the library's own client. */
async function clientOf(
  application: Application,
  presented: ClientAuthentication = 'none',
  keys: typeof KEYS = [],
) {
  const metadata = clientMetadata(application, { presented, keys });
  const provider = new Provider(DOMAIN.issuer, {
    responseTypes: ['code', 'id_token', 'code id_token'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    extraClientMetadata: { properties: [...OWN_METADATA] },
    features: {
      ciba: CIBA,
      pushedAuthorizationRequests: { enabled: true },
      requestObjects: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      dPoP: { enabled: false },
      devInteractions: { enabled: false },
    },
    adapter: () => ({ ...noopAdapter(), find: async () => metadata }),
  });
  for (const grant of HEADLESS_GRANTS) provider.registerGrantType(grant, async () => {}, []);
  overrideRedirectUris(provider, { domain: DOMAIN, configuration: configurationWith(application) });
  return (await provider.Client.find(application.clientId))!;
}

describe('the authentication method of a client', () => {
  const both = sampleApplication({ jwks: { keys: KEYS } });
  const open = sampleApplication({ flows: ['pkce'], secrets: [] });

  test.each<[string, Application, ClientAuthentication, string]>([
    ['the presented one', both, 'secret', 'client_secret_basic'],
    ['the other one when it is presented', both, 'private-key-jwt', 'private_key_jwt'],
    ['never none for a client with credentials', both, 'none', 'client_secret_basic'],
    ['always none for a client without credentials', open, 'secret', 'none'],
    ['always none for a client without credentials', open, 'private-key-jwt', 'none'],
  ])('is %s', async (_, application, presented, method) => {
    const client = await clientOf(application, presented, KEYS);
    expect(client.tokenEndpointAuthMethod).toBe(method);
  });
});

describe('the keys of a client', () => {
  test('are part of its metadata with either method, for signed requests', async () => {
    const client = await clientOf(sampleApplication({ jwks: { keys: KEYS } }), 'secret', KEYS);
    expect(client.jwks).toEqual({ keys: KEYS });
  });

  test('are never fetched by the library', async () => {
    const jwksUri = 'https://keys.example/jwks';
    const client = await clientOf(sampleApplication({ secrets: [], jwksUri }), 'private-key-jwt');
    expect(client.jwksUri).toBeUndefined();
    expect(client.jwks).toEqual({ keys: [] });
  });
});

describe('a client', () => {
  test.each(FLOW_NAMES)('has the grant types of %s', async (flow) => {
    const isOpen = flow === 'pkce' || flow === 'implicit';
    const client = await clientOf(
      sampleApplication({ flows: [flow], ...(isOpen && { secrets: [] }) }),
    );
    expect(client.grantTypes).toEqual(expect.arrayContaining(grantTypesOf([flow])));
    expect(client.grantTypeAllowed('urn:openid:params:grant-type:ciba')).toBe(flow === 'ciba');
  });

  test('may have all confidential flows at once', async () => {
    const flows = ['authorization-code', 'implicit', 'ciba', 'headless'] as const;
    const client = await clientOf(sampleApplication({ flows }));
    expect(client.grantTypes).toEqual(expect.arrayContaining(grantTypesOf(flows)));
  });
});

describe('return URLs that the settings allow are valid for the library', () => {
  const ALL = [
    'https://localhost:3000/cb',
    'http://localhost:3000/cb',
    'http://127.0.0.1:3000/cb',
    'http://[::1]/cb',
    'https://127.0.0.1/cb',
    'com.example.app:/cb',
    'com.example.app://cb',
    CALLBACK,
  ];

  test.each([...ALL.map((uri) => [uri]), ALL])('%s …', async (...redirectUris) => {
    const application = sampleApplication({
      flows: ['authorization-code', 'implicit'],
      redirectUris,
      postLogoutRedirectUris: ALL,
    });
    const client = await clientOf(application);
    expect(ALL.filter((uri) => client.redirectUriAllowed(uri))).toEqual(
      ALL.filter((uri) => redirectUris.includes(uri)),
    );
  });

  test('and are compared exactly, including ports of the own machine', async () => {
    const application = sampleApplication({
      redirectUris: ['http://127.0.0.1:3000/cb'],
      postLogoutRedirectUris: ['http://127.0.0.1:4000/bye'],
    });
    const client = await clientOf(application);
    expect(client.redirectUriAllowed('http://127.0.0.1:3001/cb')).toBe(false);
    expect(client.redirectUriAllowed('http://127.0.0.1:4000/bye')).toBe(false);
    expect(client.redirectUriAllowed('https://redirect-uri.invalid/')).toBe(false);
  });
});

test('pushed requests are required where the settings say so', async () => {
  const settings = { requirePushedAuthorizationRequests: true };
  expect((await clientOf(sampleApplication(settings))).requirePushedAuthorizationRequests).toBe(
    true,
  );
  expect((await clientOf(sampleApplication())).requirePushedAuthorizationRequests).toBe(false);
});
