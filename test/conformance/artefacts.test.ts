import { assertionFields } from '@eid-broker/testing/client-assertion';
import { codeFields, postToken, userinfo } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { CIBA, cibaClient, decideOnPhone } from './ciba-client.ts';
import { exchangeCode } from './code-modules.ts';
import { refused } from './complete.ts';
import { CALLBACK } from './conformance-broker.ts';
import { checkErrorText, checkRefusal, entropyOf } from './general-checks.ts';
import { begin, type Recorded, visit } from './relying-party.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage('basic', { responseType: 'code' });
});
afterAll(() => stage?.broker.close());

describe('a code', () => {
  test('of another client is refused, and its own client can still exchange it', async () => {
    const { broker, rp } = stage;
    const code = await freshCode();
    const other = { client: broker.client('basic', 2) };
    checkRefusal(await exchangeCode(broker.issuer, other, code), 'invalid_grant');
    expect((await exchangeCode(broker.issuer, rp, code)).status).toBe(200);
  });

  test('that was never issued is refused', async () => {
    const { broker, rp } = stage;
    checkRefusal(await exchangeCode(broker.issuer, rp, 'a'.repeat(43)), 'invalid_grant');
  });

  test('expires after one minute', async () => {
    const { broker, rp } = stage;
    const code = await freshCode();
    // The library checks the expiry by the machine's clock.
    const later = Date.now() + 61_000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
    const answer = await exchangeCode(broker.issuer, rp, code).finally(() => clock.mockRestore());
    checkRefusal(answer, 'invalid_grant');
  });

  test('is different in each login', async () => {
    const codes = [await freshCode(), await freshCode(), await freshCode()];
    expect(new Set(codes).size).toBe(3);
    // Codes must not share a long common part.
    const [first = '', second = ''] = codes;
    const same = [...first].filter((character, at) => character === second[at]).length;
    expect(same).toBeLessThan(first.length / 3);
  });
});

test.each<['basic' | 'hybrid', 1 | 2]>([
  ['basic', 1],
  ['basic', 2],
  ['hybrid', 1],
  ['hybrid', 2],
])('the client %s %i may use an assertion for the token endpoint', async (plan, which) => {
  const { broker } = stage;
  const { clientId, keys } = broker.client(plan, which);
  const url = `${broker.issuer}/oauth2/token`;
  const assertion = await assertionFields(broker, clientId, {
    key: keys.RS256,
    claims: { aud: url },
  });
  const { status, body } = await postToken(broker, { ...codeFields('x'), ...assertion });
  // The client is authenticated, so the code is checked next.
  expect([status, body.error]).toEqual([400, 'invalid_grant']);
});

describe('an auth_req_id', () => {
  const ciba = (which: 1 | 2 = 1) => cibaClient(stage.broker, stage.broker.client('ciba', which));

  test('of another client, of a finished request or of no request is refused', async () => {
    const id = await ciba().startedId();
    checkRefusal(await ciba(2).poll(id), 'invalid_grant');
    await decideOnPhone(stage.broker, 'allow');
    expect((await ciba().poll(id)).status).toBe(200);
    checkRefusal(await ciba().poll(id), 'invalid_grant');
    checkRefusal(await ciba().poll('7f6a0f9e-0d35-4a5c-9a44-0123456789ab'), 'invalid_grant');
  });

  test('is reported as expired once', async () => {
    const id = await ciba().startedId();
    stage.broker.advance(121);
    checkRefusal(await ciba().poll(id), 'expired_token');
    checkRefusal(await ciba().poll(id), 'invalid_grant');
  });
});

test('the database holds no code, token, id or secret that a client could use', async () => {
  const { broker, rp } = stage;
  const unused = await freshCode();
  const { body } = await exchangeCode(broker.issuer, rp, await freshCode());
  const phone = cibaClient(broker, broker.client('ciba'));
  const id = await phone.startedId();
  const secrets = [unused, String(body.access_token), id, rp.client.secret];
  const stored = await everythingStored();
  expect(stored).toContain('conf-basic-1');
  expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
});

test('the userinfo endpoint names the reason of a refused token', async () => {
  const answer = await userinfo(stage.broker, 'a'.repeat(43));
  expect([answer.status, answer.body.error]).toEqual([401, 'invalid_token']);
  expect(answer.headers['www-authenticate']).toMatch(/^Bearer .*error="invalid_token"/);
});

describe('the token endpoint answers every error with JSON that must not be cached', () => {
  const good = { grant_type: 'authorization_code', code: 'a-code', redirect_uri: CALLBACK };
  const proof = () => {
    const { clientId, secret } = stage.rp.client;
    return `Basic ${btoa(`${clientId}:${secret}`)}`;
  };

  test.each<[string, string, Record<string, string>, string | undefined]>([
    ['no client', 'invalid_request', good, ''],
    ['an unknown client', 'invalid_client', good, `Basic ${btoa('nobody:secret')}`],
    ['a wrong secret', 'invalid_client', good, `Basic ${btoa('conf-basic-1:wrong')}`],
    ['another scheme', 'invalid_request', good, 'Digest nothing'],
    ['no grant_type', 'invalid_request', { code: 'a-code' }, undefined],
    ['an unknown grant', 'unsupported_grant_type', { grant_type: 'password' }, undefined],
    ['an unauthorized grant', 'unauthorized_client', { grant_type: CIBA }, undefined],
    ['no code', 'invalid_request', { grant_type: 'authorization_code' }, undefined],
    ['no redirect_uri', 'invalid_request', { ...good, redirect_uri: '' }, undefined],
    ['an unknown code', 'invalid_grant', good, undefined],
  ])('a request with %s gets %s', async (_, error, fields, authorization = proof()) => {
    checkRefusal(await post(fields, authorization), error);
  });

  test('a request with a JSON body gets JSON', async () => {
    const headers = { authorization: proof(), 'content-type': 'application/json' };
    const { status, headers: sent } = await fetch(`${stage.broker.issuer}/oauth2/token`, {
      method: 'POST',
      headers,
      body: JSON.stringify(good),
    });
    expect([status, sent.get('content-type')]).toEqual([400, expect.stringMatching(/json/)]);
  });
});

test('errors on a redirect consist of the characters that OAuth allows', async () => {
  const { broker, rp } = stage;
  const faults = [
    { acr_values: 'urn:å' },
    { scope: 'email' },
    { prompt: 'none login' },
    { max_age: '-1' },
    { response_mode: 'semaphore' },
    { login_hint: 'sub:ssn:1' },
  ];
  for (const fault of faults) {
    const { error, error_description, state, iss } = refused(
      await visit(broker, begin(rp, { ...fault, state: 'kept' })),
    );
    checkErrorText(error, error_description);
    expect([state, iss]).toEqual(['kept', broker.issuer]);
  }
});

test('a domain with one acr value lists it in discovery and in the error for other values', async () => {
  const { broker, rp } = stage;
  const only = 'urn:grn:authn:se:bankid:another-device:qr';
  expect(rp.config.serverMetadata().acr_values_supported).toEqual([only]);
  const other = begin(rp, { acr_values: 'urn:grn:authn:se:bankid' });
  expect(refused(await visit(broker, other))).toMatchObject({
    error: 'invalid_request',
    error_description: `acr_values names an eID service that is not offered here; offered: ${only}`,
  });
});

test('the estimate of entropy separates a random secret from a constant one', () => {
  expect(entropyOf('7f6a0f9e-0d35-4a5c-9a44-0123456789ab')).toBeGreaterThan(96);
  expect(entropyOf('a'.repeat(43))).toBe(-0);
});

async function freshCode(): Promise<string> {
  const { broker, rp } = stage;
  const { parameters } = await visit(broker, begin(rp));
  return parameters.code ?? '';
}

/** All rows of all tables, as text. */
async function everythingStored(): Promise<string> {
  const { sql } = stage.broker;
  const tables = await sql("select tablename from pg_tables where schemaname = 'public'");
  const rows = await Promise.all(
    tables.map(({ tablename }) => sql(`select t::text from "${tablename}" t`)),
  );
  return JSON.stringify(rows);
}

async function post(
  fields: Readonly<Record<string, string>>,
  authorization: string,
): Promise<Recorded> {
  const url = `${stage.broker.issuer}/oauth2/token`;
  const headers = authorization === '' ? {} : { authorization };
  const response = await fetch(url, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: new URLSearchParams(fields),
  });
  const body = (await response.json()) as Recorded['body'];
  return { url, status: response.status, headers: response.headers, body };
}
