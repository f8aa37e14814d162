import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { firstStepsRoute } from '../../../src/adapters/management/routes/settings/first-steps.ts';
import { type ManagementApi, startManagement } from '../../support/management.ts';

let api: ManagementApi;
beforeAll(async () => {
  api = await startManagement(undefined, { PORT: '3456' });
});
afterAll(() => api?.close());

interface Offered {
  readonly eid: string;
  readonly title: string;
  readonly acrValues: readonly { readonly acr: string; readonly channels: readonly string[] }[];
  readonly testSettings: object | null;
}

test('the first steps name what a test domain can use, without a simulator the eID that needs none', async () => {
  const { status, json } = await api.call('GET /api/first-steps');
  expect(status).toBe(200);
  const offered: readonly Offered[] = json.eids;
  expect(offered.filter(({ testSettings }) => testSettings !== null)).toEqual([
    {
      eid: 'mock',
      title: 'Mock eID',
      acrValues: [
        {
          acr: 'urn:grn:authn:mock',
          title: 'Mock eID',
          channels: ['browser', 'embedded', 'headless', 'ciba'],
        },
      ],
      testSettings: {},
    },
  ]);
  expect(offered.map(({ eid }) => eid)).toContain('se-bankid');
});

test.each([
  ['operator', { key: 'of the simulator' }],
  ['support', null],
] as const)(
  'the first steps give a simulated eID’s settings to who may use them: %s',
  async (role, settings) => {
    const offer = { name: 'paper', title: 'Paper', variants: [] };
    const route = firstStepsRoute({
      servicePort: 0,
      url: 'http://localhost:3002',
      simulatedEids: [{ eid: 'paper', settings: { key: 'of the simulator' } }],
      isIssuerHost: async () => false,
      eids: [{ offer }],
    });
    // The route reads the grants alone.
    const principal = { grants: [{ tenant: 'shop', role }] };
    const { body } = await route.handle({ principal } as never);
    expect(body).toMatchObject({ eids: [{ eid: 'paper', testSettings: settings }] });
  },
);

test('the first steps offer issuers of this machine that are free', async () => {
  const read = async () => (await api.call('GET /api/first-steps')).json.issuers;
  expect(await read()).toEqual(['http://localhost:3456', 'http://127.0.0.1:3456']);
  const body = { issuer: 'http://localhost:3456', environment: 'test' };
  expect((await api.call('POST /api/tenants/shop/domains', { body })).status).toBe(201);
  while ((await read()).length === 2) await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await read()).toEqual(['http://127.0.0.1:3456']);
});
