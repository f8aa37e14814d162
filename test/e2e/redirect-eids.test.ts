import { newBrowser } from '@eid-broker/testing/browser';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorFieldsIn } from '../support/error-fields.ts';
import { type RedirectEidRow, ROWS } from '../support/redirect-eid-rows.ts';
import { type RedirectEids, startRedirectEids } from '../support/redirect-eids.ts';
import { arrivalOf } from '../support/visit.ts';

let it: RedirectEids;
beforeAll(async () => {
  it = await startRedirectEids();
});
afterAll(() => it.close());

const requestOf = ({ acr, scope }: RedirectEidRow) => ({
  acr_values: acr,
  scope,
  state: 'xyz',
  nonce: 'of-the-web-shop',
});

/** The claims of every ID token. */
function envelopeOf({ acr, scheme, country, method, amr }: RedirectEidRow) {
  const seconds = expect.any(Number);
  return {
    iss: it.broker.issuer,
    aud: 'web',
    nonce: 'of-the-web-shop',
    sub: expect.stringMatching(/^\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}$/),
    nameidentifier: expect.stringMatching(/^[\da-f]{32}$/),
    sessionindex: expect.any(String),
    iat: seconds,
    nbf: seconds,
    exp: seconds,
    auth_time: seconds,
    authenticationinstant: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    identityscheme: scheme,
    authenticationtype: acr,
    authenticationmethod: method,
    acr,
    amr,
    country,
  };
}

describe.each(ROWS)('a login with $acr', (row) => {
  test('issues an ID token with exactly these claims', async () => {
    const login = await it.arrive(requestOf(row));
    const claims = await it.claimsAt(await login.approve(row.person));
    expect(claims).toEqual({ ...envelopeOf(row), ...row.claims });
  });

  test.each([
    [
      { kind: 'status', status: 503 },
      { error: 'temporarily_unavailable', error_description: 'the eID cannot be reached' },
    ],
    [
      { kind: 'lost' },
      { error: 'server_error', error_description: 'the answer of the eID was lost' },
    ],
  ] as const)(
    'stays lost when its answer is (%j), though the eID works again',
    async (effect, error) => {
      const login = await it.arrive(requestOf(row));
      login.spoil('token', effect);
      expect((await login.approve(row.person)).href).toBe(login.visited.url);
      await login.repeat();
      expect(await login.visited.load()).toMatchObject({ state: 'ended' });
      expect(errorFieldsIn(arrivalOf(await login.visited.press('cancel')))).toEqual({
        ...error,
        state: 'xyz',
        iss: it.broker.issuer,
      });
    },
  );

  test('that the person aborts returns access_denied', async () => {
    const login = await it.arrive(requestOf(row));
    expect(errorFieldsIn(await login.abort())).toEqual({
      error: 'access_denied',
      error_description: 'user declined',
      state: 'xyz',
      iss: it.broker.issuer,
    });
  });
});

const LEVELS = ROWS.flatMap(({ tooLow, ...row }) =>
  tooLow === undefined ? [] : [{ ...row, tooLow }],
);

test.each(LEVELS)('a login with $acr is refused at the level $tooLow', async (row) => {
  const login = await it.arrive(requestOf(row));
  login.useLevel(row.tooLow);
  const page = await login.approve(row.person);
  expect(page.href).toBe(login.visited.url);
  const [event] = await it.broker.sql(
    'select acr, outcome, hint from authentication_event order by sequence desc limit 1',
  );
  expect(event).toEqual({ acr: row.acr, outcome: 'unverified', hint: 'level' });
  expect(await login.visited.load()).toMatchObject({ state: 'ended' });
  expect(errorFieldsIn(arrivalOf(await login.visited.press('cancel')))).toEqual({
    error: 'server_error',
    error_description: 'the evidence of the eID could not be verified',
    state: 'xyz',
    iss: it.broker.issuer,
  });
});

test('these are all acr values of the fixture', async () => {
  const response = await fetch(`${it.broker.issuer}/.well-known/openid-configuration`);
  const { acr_values_supported } = (await response.json()) as Record<string, readonly string[]>;
  expect(acr_values_supported?.toSorted()).toEqual(ROWS.map(({ acr }) => acr).toSorted());
});

test.each(['mobile', 'central'])(
  'no:bankid:%s is refused, and the error names its successor',
  async (name) => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'web',
      redirect_uri: 'http://localhost:9999/cb',
      scope: 'openid',
      state: 'xyz',
      acr_values: `urn:grn:authn:no:bankid:${name}`,
    });
    const { location } = await newBrowser().get(`${it.broker.issuer}/oauth2/authorize?${query}`);
    expect(errorFieldsIn(new URL(location ?? ''))).toEqual({
      error: 'invalid_request',
      error_description:
        'acr_values names a discontinued eID service; use urn:grn:authn:no:bankid:high',
      state: 'xyz',
      iss: it.broker.issuer,
    });
  },
);

describe('Vipps in an app of the application', () => {
  const VIPPS = { acr_values: 'urn:grn:authn:no:vipps', scope: 'openid' };
  const link = 'https://shop.example/app';

  test('receives the address of the app, and logs in', async () => {
    const login_hint = `appswitch:android appswitch:resumeUrl:${link}`;
    const login = await it.arrive({ ...VIPPS, login_hint });
    const { searchParams } = login.departure;
    expect([searchParams.get('requested_flow'), searchParams.get('app_callback_uri')]).toEqual([
      'app_to_app',
      link,
    ]);
    expect(await it.claimsAt(await login.approve('eline'))).toMatchObject({ country: 'NO' });
  });

  test('receives it by no other request', async () => {
    const { departure } = await it.arrive(VIPPS);
    expect([...departure.searchParams.keys()].filter((name) => /flow|app_/.test(name))).toEqual([]);
  });
});
