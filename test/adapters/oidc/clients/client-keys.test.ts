import { expect, test } from '@jest/globals';

import { makeClientKeys } from '../../../../src/adapters/oidc/clients/client-credentials.ts';
import { sampleApplication } from '../../../support/sample-application.ts';
import { DOMAIN } from './known-applications.ts';

const FETCHED = [{ kty: 'RSA', kid: 'fetched' }];
const OWN = [{ kty: 'RSA', kid: 'own' }];
const jwksUri = 'https://keys.example/jwks';

let fetches: unknown[] = [];
const deps = {
  publishedKeys: async (...question: unknown[]) => {
    fetches.push(question);
    return FETCHED;
  },
};
const clientKeys = makeClientKeys({ domain: DOMAIN, ...deps });

test('keys in the settings are used without a fetch', async () => {
  fetches = [];
  const application = sampleApplication({ jwks: { keys: OWN } });
  expect(await clientKeys(application, ['x'])).toEqual(OWN);
  expect(await clientKeys(application, [])).toEqual(OWN);
  expect(fetches).toEqual([]);
});

test('published keys are fetched only when there is a signature to verify', async () => {
  fetches = [];
  const application = sampleApplication({ jwksUri });
  expect(await clientKeys(application, [])).toEqual([]);
  expect(fetches).toEqual([]);
  expect(await clientKeys(application, ['x', undefined])).toEqual(FETCHED);
  expect(fetches).toEqual([[jwksUri, { kids: ['x', undefined], ownMachine: true }]]);
});

test('a production domain does not fetch from its own machine', async () => {
  fetches = [];
  const production = makeClientKeys({ domain: { ...DOMAIN, environment: 'production' }, ...deps });
  await production(sampleApplication({ jwksUri }), ['x']);
  expect(fetches).toEqual([[jwksUri, { kids: ['x'], ownMachine: false }]]);
});

test('an application without keys has none', async () => {
  expect(await clientKeys(sampleApplication(), ['x'])).toEqual([]);
});
