import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { CLIENT_ID, type KeyedClient, startKeyedClient, usualRequest } from './keyed-harness.ts';
import { describeRefusals, refusedValue, refusedWithout } from './refusals.ts';

describeRefusals({
  profile: 'mitid-signicat',
  parameters: { scope: 'openid profile idp-id', acr_values: 'idp:mitid loa:high' },
  clientAuthentication: 'client_secret_basic',
  demandsPkce: false,
  paths: { authorization: '/connect/authorize', token: '/connect/token' },
  refused: [
    refusedWithout('acr_values'),
    refusedValue('acr_values', 'idp:nosuchidp', 'is malformed'),
    refusedValue('acr_values', 'idp:mitid loa:highest', 'is malformed'),
    {
      why: 'a text that is not signed',
      changes: { acr_values: 'idp:mitid loa:high mitid_reference_text:UGF5' },
      error: 'invalid_request',
      description: 'mitid_reference_text must be in a signed request',
    },
  ],
});

describe('a text through Signicat', () => {
  let client: KeyedClient;
  beforeAll(async () => {
    client = await startKeyedClient('mitid-signicat', '/connect/token');
  });
  afterAll(() => client.simulator.close());

  const withText = (base64: string) => `idp:mitid loa:high mitid_reference_text:${base64}`;
  const of = (text: string) => withText(Buffer.from(text).toString('base64'));

  async function visit(changes: object, header: object = {}) {
    const iat = Math.floor(Date.now() / 1000);
    const ours = { iss: CLIENT_ID, aud: client.issuer, iat, exp: iat + 60 };
    const request = usualRequest({ scope: 'openid', acr_values: of('Pay'), ...ours, ...changes });
    return client.authorize({
      client_id: CLIENT_ID,
      request: await client.sign(request, header),
    });
  }

  test.each<[string, object, object, string]>([
    ['of 131 characters', { acr_values: of('x'.repeat(131)) }, {}, 'longer than 130 characters'],
    ['that is not base64', { acr_values: withText('UGF5/') }, {}, 'is not base64'],
    ['for another provider', { aud: 'https://other.example' }, {}, 'claims are invalid'],
    ['without a kid', {}, { kid: undefined }, 'the header of the request has no kid'],
    ['by another algorithm', {}, { alg: 'PS256' }, 'unsupported signed request alg'],
  ])('is refused %s', async (_, changes, header, reason) => {
    const page = await visit(changes, header);
    const shown =
      page.kind === 'page' ? page.html : String(page.url.searchParams.get('error_description'));
    expect(shown).toContain(reason);
  });

  test('is shown', async () => {
    const page = await visit({ acr_values: of('Betal 100 kr til Øbo') });
    expect(page).toMatchObject({ kind: 'page', status: 200 });
    expect(page).toHaveProperty('html', expect.stringContaining('Betal 100 kr til Øbo'));
  });
});
