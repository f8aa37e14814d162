import { assertionFields } from '@eid-broker/testing/client-assertion';
import { codeFields, postToken, userinfo } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { CIBA, cibaParty, decideOnPhone } from './ciba-party.ts';
import { redeem } from './code-modules.ts';
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
  test('of another client is worth nothing, and stays good for its own', async () => {
    const { broker, queueKey } = stage;
    const code = await freshCode();
    const other = { client: broker.client('basic', 2) };
    checkRefusal(await redeem(broker.issuer, other, code), 'invalid_grant');
    expect((await redeem(broker.issuer, queueKey, code)).status).toBe(200);
  });

  test('that nobody gave out is worth nothing', async () => {
    const { broker, queueKey } = stage;
    checkRefusal(await redeem(broker.issuer, queueKey, 'a'.repeat(43)), 'invalid_grant');
  });

  test('is over after its minute', async () => {
    const { broker, queueKey } = stage;
    const code = await freshCode();
    // The library judges it by the machine's clock.
    const later = Date.now() + 61_000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
    const answer = await redeem(broker.issuer, queueKey, code).finally(() => clock.mockRestore());
    checkRefusal(answer, 'invalid_grant');
  });

  test('is another each time', async () => {
    const codes = [await freshCode(), await freshCode(), await freshCode()];
    expect(new Set(codes).size).toBe(3);
    // No part that all have in common is worth many bits.
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
])('an assertion for the token endpoint is accepted: %s %i', async (plan, which) => {
  const { broker } = stage;
  const { clientId, keys } = broker.client(plan, which);
  const url = `${broker.issuer}/oauth2/token`;
  const assertion = await assertionFields(broker, clientId, {
    key: keys.RS256,
    claims: { aud: url },
  });
  const { status, body } = await postToken(broker, { ...codeFields('x'), ...assertion });
  // The client is authenticated: its code is judged next.
  expect([status, body.error]).toEqual([400, 'invalid_grant']);
});

describe('an auth_req_id', () => {
  const queueKey = (which: 1 | 2 = 1) =>
    cibaParty(stage.broker, stage.broker.client('ciba', which));

  test('of another client, a finished one and an unknown one are worth nothing', async () => {
    const id = await queueKey().begun();
    checkRefusal(await queueKey(2).poll(id), 'invalid_grant');
    await decideOnPhone(stage.broker, 'allow');
    expect((await queueKey().poll(id)).status).toBe(200);
    checkRefusal(await queueKey().poll(id), 'invalid_grant');
    checkRefusal(await queueKey().poll('7f6a0f9e-0d35-4a5c-9a44-0123456789ab'), 'invalid_grant');
  });

  test('that expired says so once', async () => {
    const id = await queueKey().begun();
    stage.broker.advance(121);
    checkRefusal(await queueKey().poll(id), 'expired_token');
    checkRefusal(await queueKey().poll(id), 'invalid_grant');
  });
});

test('nothing that the database holds can be used in place of what a client was given', async () => {
  const { broker, queueKey } = stage;
  const unused = await freshCode();
  const { body } = await redeem(broker.issuer, queueKey, await freshCode());
  const phone = cibaParty(broker, broker.client('ciba'));
  const id = await phone.begun();
  const secrets = [unused, String(body.access_token), id, queueKey.client.secret];
  const stored = await everythingStored();
  expect(stored).toContain('conf-basic-1');
  expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
});

test('userinfo tells a bearer why a token is refused', async () => {
  const answer = await userinfo(stage.broker, 'a'.repeat(43));
  expect([answer.status, answer.body.error]).toEqual([401, 'invalid_token']);
  expect(answer.headers['www-authenticate']).toMatch(/^Bearer .*error="invalid_token"/);
});

describe('the token endpoint answers every fault with JSON that nobody keeps', () => {
  const good = { grant_type: 'authorization_code', code: 'a-code', redirect_uri: CALLBACK };
  const proof = () => {
    const { clientId, secret } = stage.queueKey.client;
    return `Basic ${btoa(`${clientId}:${secret}`)}`;
  };

  test.each<[string, string, Record<string, string>, string | undefined]>([
    ['no client', 'invalid_request', good, ''],
    ['an unknown client', 'invalid_client', good, `Basic ${btoa('nobody:secret')}`],
    ['a wrong secret', 'invalid_client', good, `Basic ${btoa('conf-basic-1:wrong')}`],
    ['another scheme', 'invalid_request', good, 'Digest nothing'],
    ['no grant_type', 'invalid_request', { code: 'a-code' }, undefined],
    ['an unknown grant', 'unsupported_grant_type', { grant_type: 'password' }, undefined],
    ['a grant that is not its', 'unauthorized_client', { grant_type: CIBA }, undefined],
    ['no code', 'invalid_request', { grant_type: 'authorization_code' }, undefined],
    ['no redirect_uri', 'invalid_request', { ...good, redirect_uri: '' }, undefined],
    ['a code of nobody', 'invalid_grant', good, undefined],
  ])('%s: %s', async (_, error, fields, authorization = proof()) => {
    checkRefusal(await post(fields, authorization), error);
  });

  test('a body of another type', async () => {
    const headers = { authorization: proof(), 'content-type': 'application/json' };
    const { status, headers: told } = await fetch(`${stage.broker.issuer}/oauth2/token`, {
      method: 'POST',
      headers,
      body: JSON.stringify(good),
    });
    expect([status, told.get('content-type')]).toEqual([400, expect.stringMatching(/json/)]);
  });
});

test('errors on a redirect consist of the characters that OAuth allows', async () => {
  const { broker, queueKey } = stage;
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
      await visit(broker, begin(queueKey, { ...fault, state: 'kept' })),
    );
    checkErrorText(error, error_description);
    expect([state, iss]).toEqual(['kept', broker.issuer]);
  }
});

test('a domain that offers one acr value lists it alone, and names it where another is sent', async () => {
  const { broker, queueKey } = stage;
  const only = 'urn:grn:authn:se:bankid:another-device:qr';
  expect(queueKey.config.serverMetadata().acr_values_supported).toEqual([only]);
  const other = begin(queueKey, { acr_values: 'urn:grn:authn:se:bankid' });
  expect(refused(await visit(broker, other))).toMatchObject({
    error: 'invalid_request',
    error_description: `acr_values names an eID service that is not offered here; offered: ${only}`,
  });
});

test('the estimate of entropy tells a good secret from a bad one', () => {
  expect(entropyOf('7f6a0f9e-0d35-4a5c-9a44-0123456789ab')).toBeGreaterThan(96);
  expect(entropyOf('a'.repeat(43))).toBe(-0);
});

async function freshCode(): Promise<string> {
  const { broker, queueKey } = stage;
  const { parameters } = await visit(broker, begin(queueKey));
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
