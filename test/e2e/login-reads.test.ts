import { type Browser, newBrowser } from '@eid-broker/testing/browser';
import { TOLVAN } from '@eid-broker/testing/phone';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CookieJar } from 'tough-cookie';
import { type Broker, startBroker } from '../support/broker.ts';
import { errorFieldsIn } from '../support/error-fields.ts';
import { type NamedStatements, watchNamedStatements } from '../support/named-statements.ts';
import { exchangeCode, verifiedClaims } from '../support/tokens.ts';
import { arrivalOf, decide, scan, type Visit, visit } from '../support/visit.ts';

const SAME = 'urn:grn:authn:se:bankid:same-device';
const JSON_WANTED = { accept: 'application/json' };

let broker: Broker;
let statements: NamedStatements;
beforeAll(async () => {
  broker = await startBroker();
  statements = watchNamedStatements();
});
afterAll(async () => {
  statements.stop();
  await broker.close();
});

interface Status {
  readonly state: string;
  readonly continue?: string;
}

async function statusOf({ url, browser }: Visit, headers = {}): Promise<Status> {
  return JSON.parse((await browser.get(`${url}/status`, { ...JSON_WANTED, ...headers })).text);
}

/** A login that the person has approved with the QR code; the page has not polled since. */
async function approved(): Promise<Visit> {
  const login = await visit(broker);
  await decide(broker, await scan(broker, login));
  return login;
}

/** A login whose page has seen the outcome, and its resume URL. */
async function done(): Promise<{ readonly login: Visit; readonly resume: string }> {
  const login = await approved();
  const { state, continue: path = '' } = await statusOf(login);
  expect([state, path]).toEqual(['done', login.url.replace(/.*\/login\//, '/oauth2/authorize/')]);
  return { login, resume: `${broker.issuer}${path}` };
}

async function copyOf({ jar }: Browser): Promise<Browser> {
  return newBrowser(CookieJar.deserializeSync(structuredClone(await jar.serialize())));
}

describe('the statements of a login with a QR code', () => {
  test('are one for each read and each change', async () => {
    statements.taken();
    const login = await visit(broker);
    expect(statements.taken()).toEqual(['login_begin']);

    const { qr } = await login.load();
    expect(statements.taken()).toEqual(['login_load_and_lease', 'authentication_begin']);

    await statusOf(login);
    expect(statements.taken()).toEqual(['login_load_and_lease']);

    const { orderRef } = await broker.phone.scan(qr!, TOLVAN);
    broker.advance(2);
    expect(await statusOf(login)).toMatchObject({ state: 'app' });
    expect(statements.taken()).toEqual(['login_load_and_lease', 'authentication_record_pending']);

    await decide(broker, orderRef);
    const { continue: path } = await statusOf(login);
    expect(statements.taken()).toEqual(['login_load_and_lease', 'authentication_record_outcome']);

    const callback = arrivalOf(await login.browser.get(`${broker.issuer}${path}`));
    expect(statements.taken()).toEqual(['login_load', 'issuance_issue']);

    expect((await exchangeCode(broker, callback)).status).toBe(200);
    expect(statements.taken()).toEqual(['issuance_find_with_grant', 'issuance_exchange']);
  });

  test('without a script are a read for each page and no further write', async () => {
    const login = await visit(broker);
    const orderRef = await scan(broker, login);
    broker.advance(1);
    statements.taken();
    await login.load();
    expect(statements.taken()).toEqual(['login_load_and_lease']);
    await decide(broker, orderRef);
    const { location } = await login.browser.get(login.url);
    expect(statements.taken()).toEqual(['login_load_and_lease', 'authentication_record_outcome']);
    expect(arrivalOf(await login.browser.get(location!)).searchParams.has('code')).toBe(true);
    expect(statements.taken()).toEqual(['login_load', 'issuance_issue']);
  });

  test('store the reason of a cancellation', async () => {
    const login = await visit(broker);
    await login.load();
    statements.taken();
    const { location } = await login.browser.post(`${login.url}/cancel`, {});
    expect(statements.taken()).toEqual([
      'login_load',
      'authentication_find',
      'authentication_abandon',
      'login_load',
      'artifact_put',
    ]);
    const callback = arrivalOf(await login.browser.get(location!));
    expect(errorFieldsIn(callback)).toMatchObject({ error: 'access_denied' });
    expect(statements.taken()).toEqual(['login_load', 'artifact_remove']);
  });
});

describe('a completed login', () => {
  test('continues once at the URL of its status', async () => {
    const { login, resume } = await done();
    const { body } = await exchangeCode(broker, arrivalOf(await login.browser.get(resume)));
    expect((await verifiedClaims(broker, body.id_token)).ssn).toBe(TOLVAN);
    const again = await login.browser.get(resume);
    expect([again.status, again.location]).toEqual([400, undefined]);
  });

  test('gives the code to one of two tabs, and an error page to the other', async () => {
    const { login, resume } = await done();
    const tabs = [login.browser, await copyOf(login.browser)];
    expect(await Promise.all(tabs.map((browser) => statusOf({ ...login, browser })))).toEqual(
      Array(2).fill(expect.objectContaining({ state: 'done' })),
    );
    const answers = await Promise.all(tabs.map((browser) => browser.get(resume)));
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400]);
  });

  test('continues on a second connection of the browser when the first one is lost', async () => {
    const { login, resume } = await done();
    const other = await copyOf(login.browser);
    expect(arrivalOf(await other.get(resume)).searchParams.has('code')).toBe(true);
  });

  test('redirects each load of its page', async () => {
    const { login, resume } = await done();
    for (let time = 0; time < 3; time += 1) {
      expect(await login.browser.get(login.url)).toMatchObject({ status: 302, location: resume });
    }
    expect(arrivalOf(await login.browser.get(resume)).searchParams.has('code')).toBe(true);
  });

  test('gives nothing to a prefetch', async () => {
    const login = await approved();
    const ahead = { 'sec-purpose': 'prefetch' };
    expect(await login.browser.get(login.url, ahead)).toMatchObject({ status: 204 });
    expect(await statusOf(login, ahead)).toMatchObject({ state: 'done' });
    expect((await login.arrive()).searchParams.has('code')).toBe(true);
  });

  test('ends at all its URLs with the code', async () => {
    const { login, resume } = await done();
    const before = await copyOf(login.browser);
    await login.browser.get(resume);
    expect((await before.get(login.url)).status).toBe(404);
    expect((await before.get(`${login.url}/status`)).status).toBe(404);
    expect((await before.post(`${login.url}/cancel`, {})).status).toBe(404);
    expect((await before.get(resume)).status).toBe(400);
  });

  test('with a consumed result is over and not denied', async () => {
    const { login, resume } = await done();
    await broker.sql('update authentication set result_consumed_at = now() where login_id = $1', [
      login.url.split('/').at(-1),
    ]);
    expect(await login.browser.get(login.url)).toMatchObject({ status: 302, location: resume });
    const answer = await login.browser.get(resume);
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.text).toContain('You have finished here already');
  });
});

describe('the cancellation of a completed login', () => {
  test('prevents the code, and the application gets the decline only', async () => {
    const { login, resume } = await done();
    const cancelled = await login.browser.post(`${login.url}/cancel`, {}, JSON_WANTED);
    const { continue: path } = JSON.parse(cancelled.text) as Status;
    expect(`${broker.issuer}${path}`).toBe(resume);
    expect(await statusOf(login)).toMatchObject({ state: 'done', continue: path });
    expect(errorFieldsIn(arrivalOf(await login.browser.get(resume)))).toMatchObject({
      error: 'access_denied',
      error_description: 'user declined',
    });
  });

  test('in parallel with the resume leaves one response', async () => {
    for (let time = 0; time < 5; time += 1) {
      const { login, resume } = await done();
      const other = await copyOf(login.browser);
      const [resumed, cancelled] = await Promise.all([
        login.browser.get(resume),
        other.post(`${login.url}/cancel`, {}),
      ]);
      const late = cancelled.status === 303 ? await other.get(cancelled.location!) : cancelled;
      const parameters = [resumed, late].flatMap(({ location }) =>
        location === undefined ? [] : [...new URL(location).searchParams.keys()],
      );
      expect(parameters.filter((text) => text === 'code' || text === 'error')).toHaveLength(1);
    }
  });
});

describe('a login on the same device', () => {
  async function identified() {
    const login = await visit(broker, { acr_values: SAME });
    const { appLink } = renderedPage(await login.press('same-device'));
    const { orderRef } = await broker.phone.open({ link: appLink }, TOLVAN);
    const { returnUrl = '' } = await decide(broker, orderRef);
    expect(await statusOf(login)).toMatchObject({ state: 'return' });
    return { login, returnUrl, resume: login.url.replace('/login/', '/oauth2/authorize/') };
  }

  test('returns to its page until the app returns', async () => {
    const { login, returnUrl, resume } = await identified();
    expect(await login.browser.get(resume)).toMatchObject({ status: 302, location: login.url });
    expect(arrivalOf(await login.browser.follow(returnUrl)).searchParams.has('code')).toBe(true);
  });

  test('does not complete when the app returns to another browser', async () => {
    const { login, returnUrl, resume } = await identified();
    expect(renderedPage(await newBrowser().get(returnUrl)).error).toBe('other-browser');
    expect(await statusOf(login)).toMatchObject({ state: 'ended' });
    expect(await login.browser.get(resume)).toMatchObject({ status: 302, location: login.url });
  });

  test('follows its new attempt after another start, despite the identified earlier one', async () => {
    const { login, returnUrl, resume } = await identified();
    await login.browser.post(`${login.url}/start`, { device: 'same' });
    expect((await login.browser.get(returnUrl)).status).toBe(404);
    expect(await statusOf(login)).toMatchObject({ state: 'open' });
    expect(await login.browser.get(resume)).toMatchObject({ status: 302, location: login.url });
  });
});
