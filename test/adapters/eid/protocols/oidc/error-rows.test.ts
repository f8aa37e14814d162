import type { Effect } from '@eid-broker/eid-simulators/oidc/faults';
import { newBrowser } from '@eid-broker/testing/browser';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import { dkMitId } from '../../../../../src/adapters/eid/dk-mitid/row.ts';
import { dkMitIdBusiness } from '../../../../../src/adapters/eid/dk-mitid-business/row.ts';
import { fiFtn } from '../../../../../src/adapters/eid/fi-ftn/row.ts';
import { noVipps } from '../../../../../src/adapters/eid/no-vipps/row.ts';
import type { OidcRow } from '../../../../../src/adapters/eid/protocols/oidc/oidc-row.ts';
import { oidcRows } from '../../../../../src/adapters/eid/registry.ts';
import type { RedirectEid, RedirectOutcome } from '../../../../../src/ports/eid.ts';
import { startFtnUnderTest } from '../../fi-ftn/ftn-under-test.ts';
import { loginRequest, type RowUnderTest, startRowUnderTest } from './row-under-test.ts';

type Ended = Extract<RedirectOutcome, { readonly state: 'ended' }>;

const startMitId = () =>
  startRowUnderTest({ row: dkMitId, profile: 'mitid', country: 'DK', levels: {} });

let it: RowUnderTest;
beforeAll(async () => {
  it = await startMitId();
});
afterAll(() => it.close());
afterEach(() => it.simulator.faults.clear());

const ACR = dkMitId.offer.variants[2]!.acr;
const REQUEST = loginRequest(dkMitId, { acr: ACR });
const begin = (eid: RedirectEid = it.eid) => eid.begin(REQUEST, it.callback);

/** The outcome of a login that the eID ends with this error. */
async function endedBy(word: string) {
  it.simulator.logins.script('mitid', { decision: { kind: 'failed', word } });
  const { url, kept } = await begin();
  const outcome = await it.eid.finish(kept, await it.follow(url));
  it.simulator.logins.script('mitid', { decision: undefined });
  return outcome;
}

describe('an error of the eID at the callback', () => {
  test.each([
    ['access_denied', 'declined'],
    ['login_required', 'failed'],
    ['interaction_required', 'failed'],
    ['unmet_authentication_requirements', 'app-unable'],
    ['server_error', 'failed'],
    ['temporarily_unavailable', 'failed'],
    ['something_new', 'failed'],
  ])('%s ends the login as %s', async (error, why) => {
    expect(await endedBy(error)).toEqual({ state: 'ended', why, hintCode: error });
  });
});

describe('a word of one eID', () => {
  const secret = (row: OidcRow, profile: string, country: 'DK' | 'NO') => () =>
    startRowUnderTest({ row, profile, country, levels: {} });
  /** The starts of all rows with words of their own, by the name of the profile. */
  const STARTS: Readonly<Record<string, readonly [OidcRow, string, () => Promise<RowUnderTest>]>> =
    {
      'dk-mitid': [dkMitId, 'mitid', startMitId],
      'dk-mitid-business': [
        dkMitIdBusiness,
        'mitid-business',
        secret(dkMitIdBusiness, 'mitid-business', 'DK'),
      ],
      'no-vipps': [noVipps, 'vipps', secret(noVipps, 'vipps', 'NO')],
      'fi-ftn': [fiFtn, 'ftn', startFtnUnderTest],
    };

  test('belongs to these eIDs', () => {
    const names = oidcRows
      .filter(({ endings = {} }) => Object.keys(endings).length > 0)
      .map(({ offer }) => offer.name);
    expect(names.toSorted()).toEqual(Object.keys(STARTS).toSorted());
  });

  test.each(Object.entries(STARTS))('%s ends its login', async (_, [row, profile, start]) => {
    const eid = await start();
    for (const [word, why] of Object.entries(row.endings ?? {})) {
      eid.simulator.logins.script(profile, { decision: { kind: 'failed', word } });
      const { url, kept } = await eid.eid.begin(loginRequest(row), eid.callback);
      const answer = await answerTo(url);
      expect(await eid.eid.finish(kept, answer)).toEqual({ state: 'ended', why, hintCode: word });
    }
    await eid.close();
  });
});

describe('a pushed request', () => {
  test.each([
    ['invalid_client', 401, 'eid-misconfigured'],
    ['unauthorized_client', 400, 'eid-misconfigured'],
    ['server_error', 400, 'eid-unavailable'],
    ['temporarily_unavailable', 400, 'eid-unavailable'],
    ['slow_down', 429, 'eid-unavailable'],
    ['invalid_request', 400, 'eid-refused-request'],
    ['invalid_scope', 400, 'eid-refused-request'],
    ['something_new', 400, 'eid-refused-request'],
  ])('that is refused by %s (%i) is %s', async (error, status, code) => {
    it.spoil('par', { kind: 'error', status, error });
    await expect(begin()).rejects.toMatchObject({ name: 'Failure', code, hintCode: error });
    expect(await begin()).toHaveProperty('url');
  });

  // The library reads no error of a server that fails.
  test.each([500, 503])('that fails with %i is eid-unavailable', async (status) => {
    it.spoil('par', { kind: 'error', status, error: 'invalid_client' });
    await expect(begin()).rejects.toMatchObject({
      code: 'eid-unavailable',
      hintCode: undefined,
    });
  });

  test('that has to wait says how long, when the eID is unavailable', async () => {
    const waiting = { kind: 'error', status: 503, retryAfter: 7 } as const;
    it.spoil('par', { ...waiting, error: 'temporarily_unavailable' });
    await expect(begin()).rejects.toMatchObject({ values: { seconds: 7 } });
    it.spoil('par', { ...waiting, error: 'invalid_request' });
    await expect(begin()).rejects.toMatchObject({ values: {} });
  });

  test('needs an endpoint that the provider announces', async () => {
    const issuer = it.simulator.issuers.itsme;
    const eid = it.open({ issuer });
    await expect(begin(eid)).rejects.toMatchObject({
      code: 'eid-misconfigured',
      detail: 'departure: OAUTH_MISSING_SERVER_METADATA',
    });
    await eid.close();
  });
});

describe('an answer that is not to be believed', () => {
  const COMPARISON = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED';
  const INVALID = 'OAUTH_INVALID_RESPONSE';

  const ATTRIBUTE = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';

  test.each<['token' | 'userinfo', Effect['kind'], string, string]>([
    ['token', 'expired', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'exp'],
    ['token', 'wrong-issuer', COMPARISON, 'iss'],
    ['token', 'wrong-audience', COMPARISON, 'aud'],
    ['token', 'wrong-nonce', COMPARISON, 'nonce'],
    ['token', 'no-nonce', INVALID, 'nonce'],
    ['token', 'foreign-key', INVALID, 'signature'],
    ['token', 'unknown-key', 'OAUTH_KEY_SELECTION_FAILED', 'key'],
    ['token', 'unsigned', INVALID, 'algorithm'],
    ['token', 'wrong-access-token', 'at_hash', 'at_hash'],
    ['token', 'other-subject', ATTRIBUTE, 'sub'],
    ['userinfo', 'other-subject', ATTRIBUTE, 'sub'],
    ['token', 'lower-level', 'level', 'level'],
  ])('is unverified: %s, %s, by %s: %s', async (endpoint, kind, hintCode, check) => {
    const { url, kept } = await begin();
    const answer = await it.person.approve(url, ACR);
    it.spoil(endpoint, { kind } as Effect);
    const outcome = await it.eid.finish(kept, answer);
    expect(outcome).toMatchObject({ state: 'ended', why: 'unverified', hintCode });
    const { finding } = outcome as Ended;
    expect(finding?.facts?.check ?? hintCode).toBe(check);
  });
});

// A refusal to redeem says nothing about the person: it must not look like a denial.
describe('an error of the token endpoint', () => {
  test.each([
    ['invalid_client', 401, 'credentials-refused'],
    ['invalid_grant', 400, 'answer-not-redeemed'],
    ['something_new', 400, 'answer-not-redeemed'],
  ])('%s (%i) ends the login as lost, by %s', async (error, status, reason) => {
    const { url, kept } = await begin();
    const answer = await it.person.approve(url, ACR);
    it.spoil('token', { kind: 'error', status, error });
    const facts = { answer: `HTTP ${status} ${error}`, call: 'token endpoint' };
    expect(await it.eid.finish(kept, answer)).toMatchObject({
      state: 'ended',
      why: 'lost',
      hintCode: error,
      finding: { reason, facts },
    });
  });
});

/** What arrives at our callback, when a script of the simulator decides. */
async function answerTo(url: string) {
  const { location = '' } = await newBrowser().follow(url);
  return { url: location, parameters: Object.fromEntries(new URL(location).searchParams) };
}
