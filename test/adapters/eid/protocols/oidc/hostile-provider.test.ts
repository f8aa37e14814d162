import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, test } from '@jest/globals';

import { dkMitId } from '../../../../../src/adapters/eid/dk-mitid/row.ts';
import { oidcModule } from '../../../../../src/adapters/eid/protocols/oidc/oidc-module.ts';
import type { RedirectEid, RedirectRequest } from '../../../../../src/ports/eid.ts';
import { loginRequest } from './row-under-test.ts';

const CALLBACK = 'https://login.example/callback/dk-mitid';
const REQUEST: RedirectRequest = loginRequest(dkMitId, {});
const UNAVAILABLE = { name: 'Failure', code: 'eid-unavailable' };

type Respond = (path: string, response: ServerResponse, issuer: string) => void;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A provider that answers as it likes, and the adapter before it. */
async function providerThat(respond: Respond) {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    const { port } = server.address() as AddressInfo;
    respond(request.url ?? '', response, `http://127.0.0.1:${port}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const eid = oidcModule(dkMitId).open(
    {
      clientId: 'us',
      clientSecret: 'a-client-secret',
      issuer: `http://127.0.0.1:${port}`,
      timeoutSeconds: 2,
    },
    {
      clock: () => new Date(),
      newId: () => randomBytes(32).toString('base64url'),
      environment: 'test',
    },
  ).redirect;
  closing.push(async () => {
    await eid.close();
    server.closeAllConnections();
    server.close();
  });
  return { eid, paths };
}

const departure = (eid: RedirectEid) => eid.begin(REQUEST, CALLBACK);

function sendJson(response: ServerResponse, body: object): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}

/** The discovery document, with other members. */
function sendDocument(response: ServerResponse, issuer: string, members: object = {}): void {
  sendJson(response, {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    pushed_authorization_request_endpoint: `${issuer}/par`,
    id_token_signing_alg_values_supported: ['ES256'],
    ...members,
  });
}

describe('a provider', () => {
  test('that redirects a call of ours is not followed', async () => {
    const { eid, paths } = await providerThat((path, response, issuer) => {
      if (path === '/secret') sendDocument(response, issuer);
      else response.writeHead(302, { location: `${issuer}/secret` }).end();
    });
    await expect(departure(eid)).rejects.toMatchObject(UNAVAILABLE);
    expect(paths).toEqual(['/.well-known/openid-configuration']);
  });

  test('that redirects a pushed request gets it no second time', async () => {
    const { eid, paths } = await providerThat((path, response, issuer) => {
      if (path.startsWith('/.well-known')) sendDocument(response, issuer);
      else response.writeHead(307, { location: `${issuer}/elsewhere` }).end();
    });
    await expect(departure(eid)).rejects.toMatchObject(UNAVAILABLE);
    expect(paths).toEqual(['/.well-known/openid-configuration', '/par']);
  });

  test('that never ends its answer is cut off after a megabyte', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    const { eid } = await providerThat((_path, response) => {
      response.setHeader('content-type', 'application/json');
      const more = () => {
        if (response.destroyed || sent > 64 * 1024 * 1024) return response.end();
        sent += chunk.length;
        if (response.write(chunk)) return setImmediate(more);
        return response.once('drain', more);
      };
      more();
    });
    await expect(departure(eid)).rejects.toMatchObject(UNAVAILABLE);
    // The buffers of both sockets hold some more.
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  test.each([
    ['http://169.254.169.254/latest/meta-data', 'eid-misconfigured'],
    ['http://10.0.0.1/par', 'eid-misconfigured'],
    ['file:///etc/passwd', 'eid-unavailable'],
    ['gopher://127.0.0.1/', 'eid-unavailable'],
  ])('that names %s as its endpoint makes no call there', async (address, code) => {
    const { eid } = await providerThat((_path, response, issuer) => {
      sendDocument(response, issuer, { pushed_authorization_request_endpoint: address });
    });
    await expect(departure(eid)).rejects.toMatchObject({ name: 'Failure', code });
  });

  test('that states another issuer than that of its address is not believed', async () => {
    const { eid, paths } = await providerThat((_path, response, issuer) => {
      sendDocument(response, issuer, { issuer: 'https://netseidbroker.dk/op' });
    });
    await expect(departure(eid)).rejects.toMatchObject({ code: 'eid-misconfigured' });
    expect(paths).toHaveLength(1);
  });

  test('repeats no text of its own in a failure', async () => {
    const { eid } = await providerThat((path, response, issuer) => {
      if (path.startsWith('/.well-known')) return sendDocument(response, issuer);
      response.statusCode = 400;
      return sendJson(response, {
        error: 'invalid_request',
        error_description: '<script>2712589100</script>',
      });
    });
    const failure = await departure(eid).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'eid-refused-request', hintCode: 'invalid_request' });
    expect(String(failure)).not.toMatch(/script|2712589100/);
  });
});
