import { logIn } from '@eid-broker/testing/log-in';
import {
  basic,
  claimsIn,
  codeFields,
  type JsonAnswer,
  jsonOf,
  postToken,
  userinfo,
} from '@eid-broker/testing/token-endpoint';
import { form, send, type WireRequest } from '@eid-broker/testing/wire';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { SECRETS, type SecurityBroker, startSecurityBroker } from '../support/security-broker.ts';

const CALLBACK = 'https://app.example.com/cb';
const INVALID_TOKEN = { error: 'invalid_token', error_description: 'invalid token provided' };

let broker: SecurityBroker;
let code = '';
let token = '';
let idToken: Record<string, unknown> = {};
beforeAll(async () => {
  broker = await startSecurityBroker();
  ({ code, token, idToken } = await newTokens());
});
afterAll(() => broker.close());

describe('the userinfo endpoint', () => {
  test.each<[string, () => Partial<WireRequest>]>([
    ['GET with the header', () => ({ headers: bearer() })],
    ['POST with the header', () => ({ method: 'POST', headers: bearer() })],
    ['POST with the token in the body', () => form({ access_token: token })],
  ])('returns the claims of the ID token for %s', async (_, wire) => {
    const { status, headers, body } = await getUserinfo(wire());
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    const { iss: _iss, aud: _aud, iat: _iat, exp: _exp, nbf: _nbf, ...claims } = idToken;
    expect(body).toEqual(claims);
    expect(body.sub).toBe(idToken.sub);
  });

  test('returns evidence for its scope only', async () => {
    const with_ = await newTokens('openid evidence');
    expect((await userinfo(broker, with_.token)).body).toHaveProperty('evidence');
    expect((await userinfo(broker, token)).body).not.toHaveProperty('evidence');
  });

  test.each<[string, () => string]>([
    ['garbage', () => 'x'],
    ['a code', () => code],
    ['an ID token', () => 'e30.e30.e30'],
    ['a token with a changed character', () => `${token.slice(0, -1)}${flip(token.at(-1))}`],
    ['a token in another case', () => token.toUpperCase()],
  ])('refuses %s', async (_, wrong) => {
    const { status, headers, body } = await userinfo(broker, wrong());
    expect(status).toBe(401);
    expect(body).toEqual(INVALID_TOKEN);
    expect(headers['www-authenticate']).toBe(
      `Bearer realm="${broker.issuer}", error="invalid_token", error_description="invalid token provided"`,
    );
    expect(headers['cache-control']).toBe('no-store');
  });

  test.each<[string, () => Partial<WireRequest>]>([
    ['an empty header', () => ({ headers: { authorization: 'Bearer' } })],
    ['another scheme', () => ({ headers: basic('web', SECRETS.web) })],
    [
      'two tokens',
      () => {
        const posted = form({ access_token: token });
        return { ...posted, headers: { ...posted.headers, ...bearer() } };
      },
    ],
    [
      'a token twice in the body',
      () =>
        form([
          ['access_token', token],
          ['access_token', token],
        ]),
    ],
    [
      'a token in JSON',
      () => ({
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ access_token: token }),
      }),
    ],
  ])('returns 400 for %s', async (_, wire) => {
    const { status, body } = await getUserinfo(wire());
    expect(status).toBe(400);
    expect(body.error).toBe('invalid_request');
  });

  test('challenges a request without a token, without an error code (RFC 6750 §3.1)', async () => {
    const { status, headers } = await getUserinfo({});
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe(`Bearer realm="${broker.issuer}"`);
  });

  test('refuses a token in the URL', async () => {
    const { status, body } = await getUserinfo({ path: `/oauth2/userinfo?access_token=${token}` });
    expect(status).toBe(400);
    expect(body).not.toHaveProperty('sub');
  });

  test('returns errors in JSON, even to a browser', async () => {
    const headers = { authorization: 'Bearer x', accept: 'text/html,*/*;q=0.1' };
    const answer = await getUserinfo({ headers });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual(INVALID_TOKEN);
  });

  test('refuses tokens of another tenant', async () => {
    const second = { issuer: broker.secondIssuer, port: broker.port };
    expect((await userinfo(second, token)).status).toBe(401);
    expect((await userinfo(broker, token)).status).toBe(200);
  });

  test('accepts a token for 120 seconds and 15 seconds of clock difference', async () => {
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now');
    try {
      clock.mockReturnValue(now + 100_000);
      expect((await userinfo(broker, token)).status).toBe(200);
      clock.mockReturnValue(now + 140_000);
      const { status, body } = await userinfo(broker, token);
      expect([status, body]).toEqual([401, INVALID_TOKEN]);
    } finally {
      clock.mockRestore();
    }
  });
});

describe('a cross-origin request', () => {
  const OWN = 'https://app.example.com';
  const FOREIGN = 'https://evil.example';
  const REFUSED = {
    error: 'invalid_request',
    error_description: 'no redirect URI of this application has the origin of the page that asks',
  };
  const FOREIGN_ORIGINS = [
    [FOREIGN, FOREIGN, { ...REFUSED, origin: FOREIGN }],
    ['null', undefined, REFUSED],
  ] as const;
  const notExchanged = { ...codeFields('x'), client_id: 'spa' };

  test('from a page of the application can read userinfo, without cookies', async () => {
    const { status, headers, body } = await getUserinfo({ headers: { ...bearer(), origin: OWN } });
    expect([status, body.sub]).toEqual([200, idToken.sub]);
    expect(headers['access-control-allow-origin']).toBe(OWN);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('from a page of the application can read the token response, without cookies', async () => {
    const { body, headers } = await postToken(broker, notExchanged, { origin: OWN });
    expect(body.error).toBe('invalid_grant');
    expect(headers['access-control-allow-origin']).toBe(OWN);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  test.each(FOREIGN_ORIGINS)(
    'to userinfo from a page of %s is refused without data of the person',
    async (origin, readable, refusal) => {
      const { status, headers, body } = await getUserinfo({ headers: { ...bearer(), origin } });
      expect([status, body]).toEqual([403, refusal]);
      expect(headers['access-control-allow-origin']).toBe(readable);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    },
  );

  test.each(FOREIGN_ORIGINS)(
    'to the token endpoint from a page of %s is refused without data of the code',
    async (origin, readable, refusal) => {
      const { status, headers, body } = await postToken(broker, notExchanged, { origin });
      expect([status, body]).toEqual([403, refusal]);
      expect(headers['access-control-allow-origin']).toBe(readable);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    },
  );
});

describe('a dump of the database', () => {
  test('contains no usable code, token or identity', async () => {
    const fresh = await newTokens();
    const unused = await newCode();
    const rows = await broker.sql(
      `select row_to_json(artifact)::text as text, kind, encode(id_hash, 'hex') as hex,
         encode(id_hash, 'base64') as base64 from artifact
       union all select row_to_json(authentication)::text, 'authentication', id, id
         from authentication`,
    );
    expect(rows.length).toBeGreaterThan(4);
    for (const secret of [fresh.code, fresh.token, unused, '191212121212', 'Tolvan']) {
      expect(rows.filter(({ text }) => String(text).includes(secret))).toEqual([]);
    }
    for (const { hex, base64 } of rows) {
      const base64url = String(base64).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
      for (const id of [String(hex), base64url]) {
        expect((await userinfo(broker, id)).status).toBe(401);
        const { status } = await postToken(broker, codeFields(id), basic('web', SECRETS.web));
        expect(status).toBe(400);
      }
    }
    const { status } = await postToken(broker, codeFields(unused), basic('web', SECRETS.web));
    expect(status).toBe(200);
  });
});

describe('the log', () => {
  test('contains no personal number, code, token or secret', () => {
    const text = JSON.stringify(broker.logged, (_, value) =>
      value instanceof Error ? `${value.stack}${JSON.stringify(value)}` : value,
    );
    expect(broker.logged.length).toBeGreaterThan(0);
    for (const secret of [code, token, SECRETS.web, '191212121212', 'Tolvan']) {
      expect(text).not.toContain(secret);
    }
  });
});

async function newCode(scope = 'openid'): Promise<string> {
  const location = await logIn(broker, {
    client_id: 'web',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope,
  });
  return location.searchParams.get('code')!;
}

async function newTokens(scope = 'openid') {
  const used = await newCode(scope);
  const { body } = await postToken(broker, codeFields(used), basic('web', SECRETS.web));
  return { code: used, token: String(body.access_token), idToken: claimsIn(body.id_token) };
}

function bearer(): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

async function getUserinfo(wire: Partial<WireRequest>): Promise<JsonAnswer> {
  const headers = { host: new URL(broker.issuer).host, ...wire.headers };
  return jsonOf(await send(broker.port, { path: '/oauth2/userinfo', ...wire, headers }));
}

function flip(character: string | undefined): string {
  return character === 'A' ? 'B' : 'A';
}
