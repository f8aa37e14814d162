import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

import { describe, expect, test } from '@jest/globals';
import Provider from 'oidc-provider';
// @ts-expect-error No types. The library's own endpoints, to compare ours with.
import { getAuthorization, token } from 'oidc-provider/lib/actions/index.js';
import request from 'supertest';

import {
  backchannelNumbers,
  backchannelParameters,
  type ClientEndpoint,
  clientEndpoint,
  type EndpointStep,
  signedParameters,
  singleParameters,
  verifyIdTokenHint,
} from '../../../src/adapters/oidc/library-internals.ts';

const { version } = createRequire(import.meta.url)('oidc-provider/package.json');

const answer: EndpointStep = (ctx) => {
  const { client, params, route } = ctx.oidc;
  const isUnderWay = Provider.ctx === ctx;
  ctx.body = { client: client?.clientId, colour: params?.colour, route, isUnderWay };
};

const CIBA = {
  enabled: true,
  triggerAuthenticationDevice: () => {},
  validateRequestContext: () => {},
  verifyUserCode: () => {},
} as const;

/** The answer of such an endpoint to a form, and the errors that the library reported. */
async function post(
  libraryEndpoint: ClientEndpoint['libraryEndpoint'],
  body: string | object,
  headers = {},
) {
  const provider = new Provider('http://localhost', {
    clients: [{ client_id: 'one', client_secret: 's', redirect_uris: ['https://app.example/cb'] }],
    features: { ciba: CIBA },
    clientBasedCORS: () => true,
  });
  const errors: string[] = [];
  provider.on('grant.error', ({ path }, { error }) => void errors.push(`grant ${path} ${error}`));
  provider.on('backchannel_authentication.error', ({ path }, { error }) => {
    errors.push(`backchannel ${path} ${error}`);
  });
  const steps = [singleParameters, answer];
  provider.use(clientEndpoint(provider, { libraryEndpoint, params: ['colour'], steps }));
  const server = createServer(provider.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const response = await request(server)
      .post('/own')
      .set({ Accept: 'application/json', ...headers })
      .send(body);
    return { status: response.status, body: response.body, headers: response.headers, errors };
  } finally {
    server.close();
  }
}

const GOOD = 'client_id=one&client_secret=s&colour=red';
const BASIC = { Authorization: `Basic ${Buffer.from('one:wrong').toString('base64')}` };

test('the library is the version that its internals were checked against', () => {
  expect(version).toBe('9.13.3');
});

describe.each([
  ['token', 'grant'],
  ['backchannel_authentication', 'backchannel'],
] as const)('an endpoint like %s', (like, event) => {
  test('reads the parameters of an authenticated client', async () => {
    const { status, body, headers } = await post(like, GOOD);
    expect(status).toBe(200);
    expect(body).toEqual({ client: 'one', colour: 'red', route: like, isUnderWay: true });
    expect(headers['cache-control']).toBe('no-store');
  });

  test('refuses a wrong secret, and reports it', async () => {
    const { status, body, headers, errors } = await post(like, 'colour=red', BASIC);
    expect(status).toBe(401);
    expect(body).toEqual({
      error: 'invalid_client',
      error_description: 'client authentication failed',
    });
    expect(headers['www-authenticate']).toBe(
      'Basic realm="http://localhost", error="invalid_client", error_description="client authentication failed"',
    );
    expect(errors).toEqual([`${event} /own invalid_client`]);
  });

  test('refuses a repeated parameter', async () => {
    expect((await post(like, `${GOOD}&colour=blue`)).body).toEqual({
      error: 'invalid_request',
      error_description: "'colour' parameter must not be provided twice",
    });
  });

  test('reads forms alone', async () => {
    expect((await post(like, { client_id: 'one' })).body).toEqual({
      error: 'invalid_request',
      error_description:
        'only application/x-www-form-urlencoded content-type bodies are supported on POST /own',
    });
  });
});

test('only scripts of an endpoint like token can read its answers', async () => {
  const page = { Origin: 'https://app.example' };
  const like = await post('token', GOOD, page);
  expect(like.headers['access-control-allow-origin']).toBe('https://app.example');
  expect(like.headers['access-control-expose-headers']).toBe('WWW-Authenticate');
  const other = await post('backchannel_authentication', GOOD, page);
  expect(other.headers['access-control-allow-origin']).toBeUndefined();
});

const OTHER_STEPS = [
  'noCache',
  'urlencoded',
  'assembleClientAuthParams',
  'rejectClientAuthDupes',
  'setWWWAuthenticateHeader',
  'authenticateClient',
  'deviceAuthorizationResponse',
  'checkClientGrantType',
  'assignDefaults',
  'checkScope',
  'checkOpenIdScope',
  'checkClaims',
  'checkRar',
  'checkResource',
  'checkCibaContext',
  'checkExtraParams',
  'assignClaims',
  'cibaLoadAccount',
  'backchannelRequestResponse',
];

test('the steps of a backchannel request are those of the library, in its order', () => {
  const library: readonly EndpointStep[] = getAuthorization('backchannel_authentication');
  const own = [...backchannelParameters, ...signedParameters, ...backchannelNumbers];
  expect(library.filter((step) => own.includes(step))).toEqual(own);
  // `clientEndpoint` and steps of ours replace the others.
  const others = library.filter((step) => !own.includes(step)).map(({ name }) => name);
  expect(others).toEqual(OTHER_STEPS);
  expect(token.map(({ name }: EndpointStep) => name).slice(0, 6)).toEqual([
    'noCache',
    'urlencoded',
    'assembleTokenParams',
    ...OTHER_STEPS.slice(3, 6),
  ]);
  expect(verifyIdTokenHint.name).toBe('checkIdTokenHint');
});
