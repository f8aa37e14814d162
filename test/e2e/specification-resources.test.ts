import { basic, codeFields, jsonOf } from '@eid-broker/testing/token-endpoint';
import { send } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  as,
  type BackchannelBroker,
  HEADLESS_REQUEST,
  PHONE_REQUEST,
  startPhone,
} from '../support/backchannel-broker.ts';
import { SECRETS } from '../support/security-broker.ts';
import { CALLBACK, startSpecificationBroker } from '../support/specification.ts';

let broker: BackchannelBroker;
beforeAll(async () => {
  broker = await startSpecificationBroker();
});
afterAll(() => broker.close());

async function discovered(): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`${broker.issuer}/.well-known/openid-configuration`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  return (await answer.json()) as Record<string, unknown>;
}

// spec: discovery.document, endpoints.paths
test('discovery needs no parameter and lists the endpoints at the paths of the specification', async () => {
  expect(await discovered()).toMatchObject({
    issuer: broker.issuer,
    authorization_endpoint: `${broker.issuer}/oauth2/authorize`,
    token_endpoint: `${broker.issuer}/oauth2/token`,
    backchannel_authentication_endpoint: `${broker.issuer}/ciba/bc-authorize`,
    headless_authorization_endpoint: `${broker.issuer}/headless/authorize`,
  });
});

describe('applications and their settings', () => {
  // spec: resources.no-crud
  test('have no management endpoint in discovery', async () => {
    const names = Object.keys(await discovered());
    expect(names.filter((name) => /registration_endpoint|management/.test(name))).toEqual([]);
  });

  // spec: resources.no-crud
  test.each(['/reg', '/register', '/connect/register', '/oauth2/register', '/clients'])(
    'have no endpoint at %s',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const answer = await fetch(`${broker.issuer}${path}`, { method });
        expect([method, answer.status]).toEqual([method, 404]);
      }
    },
  );
});

describe('the body of a POST', () => {
  const pushed = { redirect_uri: CALLBACK, response_type: 'code', scope: 'openid' };
  const cases = [
    ['/oauth2/token', codeFields('x'), basic('dynamic', SECRETS.web)],
    ['/oauth2/par', pushed, basic('dynamic', SECRETS.web)],
    ['/ciba/bc-authorize', PHONE_REQUEST, as('backend')],
    ['/headless/authorize', HEADLESS_REQUEST, as('backend')],
  ] as const;

  // spec: endpoints.form
  test.each(cases)(
    'of %s must be a form: JSON, or a form with another content type, is refused',
    async (path, fields, credentials) => {
      const bodies = {
        'application/json': JSON.stringify(fields),
        'text/plain': new URLSearchParams(fields).toString(),
      };
      for (const [type, body] of Object.entries(bodies)) {
        const headers = {
          host: new URL(broker.issuer).host,
          'content-type': type,
          ...credentials,
        };
        const { status, body: answer } = jsonOf(
          await send(broker.port, { method: 'POST', path, headers, body }),
        );
        expect([status, answer.error]).toEqual([400, 'invalid_request']);
        expect(answer.error_description).toContain('application/x-www-form-urlencoded');
      }
      expect(await broker.phone.orders()).toEqual([]);
    },
  );

  // spec: endpoints.form
  test('may have a charset parameter', async () => {
    const { status } = await send(broker.port, {
      method: 'POST',
      path: '/headless/authorize',
      headers: {
        host: new URL(broker.issuer).host,
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        ...as('backend'),
      },
      body: new URLSearchParams(HEADLESS_REQUEST).toString(),
    });
    expect(status).toBe(200);
  });
});

// spec: ciba.response
test('the id of a CIBA request looks like a UUID and is unique', async () => {
  const id = await startPhone(broker);
  broker.advance(300);
  const another = await startPhone(broker);
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  expect([id, another]).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)]);
  expect(another).not.toBe(id);
});
