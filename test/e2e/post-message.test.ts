import { createHash } from 'node:crypto';
import {
  approveLogin,
  authorizeUrl,
  finish,
  logIn,
  newUserAgent,
  QR_ACR,
} from '@eid-broker/testing/log-in';
import { codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import type { WireAnswer } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../support/broker.ts';
import { newPkce, SDK_CALLBACK, SDK_PAGE } from '../support/page-script.ts';

const { verifier, challenge } = newPkce();
const REQUEST = {
  client_id: 'demo-sdk',
  redirect_uri: SDK_CALLBACK,
  response_type: 'code',
  response_mode: 'post_message',
  scope: 'openid',
  state: 'a "state" & <b>=+',
  code_challenge: challenge,
  code_challenge_method: 'S256',
};

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

/** The message and its target origin, as the page's script reads them. */
function messageIn({ text }: WireAnswer) {
  const [, answer = '', origin = ''] =
    /data-answer="([^"]*)" data-origin="([^"]*)"/.exec(text) ?? [];
  return { answer: new URL(answer.replaceAll('&amp;', '&')), origin };
}

describe('response_mode=post_message', () => {
  test("posts the response to the redirect URI's origin, as the URL of a redirect", async () => {
    const { userAgent, page } = await approveLogin(broker, REQUEST);
    const answer = await finish(userAgent, page);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    const { answer: url, origin } = messageIn(answer);
    expect(origin).toBe(SDK_PAGE);
    expect(`${url.origin}${url.pathname}`).toBe(SDK_CALLBACK);
    expect(url.searchParams.get('state')).toBe(REQUEST.state);
    expect(url.search).toContain('state=a%20%22state%22%20%26%20%3Cb%3E%3D%2B');
    const fields = codeFields(url.searchParams.get('code') ?? '', SDK_CALLBACK);
    const own = { client_id: 'demo-sdk', code_verifier: verifier };
    expect((await postToken(broker, { ...fields, ...own })).status).toBe(200);
  });

  test('may be framed by pages of the application and runs only its own script', async () => {
    const { headers, text } = await silently({});
    expect(headers['x-frame-options']).toBeUndefined();
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(text) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toBe(
      [
        "default-src 'none'",
        `script-src 'sha256-${hash}'`,
        "base-uri 'none'",
        "form-action 'none'",
        'frame-ancestors http://localhost:3020 http://localhost:9999',
      ].join('; '),
    );
  });

  test('posts an error in the same way', async () => {
    const { searchParams } = messageIn(await silently({})).answer;
    expect(searchParams.get('error')).toBe('login_required');
    expect(searchParams.get('state')).toBe(REQUEST.state);
  });

  test('with an unregistered redirect URI gets an error page without framing', async () => {
    const { status, headers, text } = await silently({ redirect_uri: 'https://evil.example/cb' });
    expect(status).toBe(400);
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(text).not.toContain('data-origin');
  });

  test('of an application that does not list it is refused on a redirect', async () => {
    const { location } = await silently({ client_id: 'demo-spa' });
    expect(location?.searchParams.get('error_description')).toBe(
      'response_mode post_message is not allowed for this application',
    );
  });
});

test('a redirect encodes a space so that every parser reads it', async () => {
  const url = await logIn(broker, { ...REQUEST, response_mode: 'query', state: 'a b+c' });
  expect(url.search).toContain('state=a%20b%2Bc');
});

function silently(changes: Readonly<Record<string, string>>): Promise<WireAnswer> {
  const request = { acr_values: QR_ACR, ...REQUEST, prompt: 'none', ...changes };
  return newUserAgent(broker.port).get(authorizeUrl(broker.issuer, request));
}
