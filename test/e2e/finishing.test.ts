import { type Answer, newBrowser } from '@eid-broker/testing/browser';
import { orderFault } from '@eid-broker/testing/simulator-faults';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Broker, startBroker } from '../support/broker.ts';
import { decide, REDIRECT_URI, scan, type Visit, visit } from '../support/visit.ts';

const ANY = 'urn:grn:authn:se:bankid';

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

/** An approved login, and its resume URL. */
async function approved(): Promise<{ login: Visit; resume: string }> {
  const login = await visit(broker);
  await decide(broker, await scan(broker, login));
  const { location } = await login.browser.get(login.url);
  return { login, resume: location ?? '' };
}

function isArrival({ location }: Answer): boolean {
  return location?.startsWith(REDIRECT_URI) === true;
}

describe('the resume URL of a login', () => {
  test('leads a pending login to its page and leaves the order unchanged', async () => {
    const login = await visit(broker);
    await login.load();
    const resume = login.url.replace('/login/', '/oauth2/authorize/');
    expect(await login.browser.get(resume)).toMatchObject({ status: 302, location: login.url });
    await decide(broker, await scan(broker, login));
    expect((await login.arrive()).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  test('yields one code to ten parallel requests, and error pages to the others', async () => {
    const { login, resume } = await approved();
    const cookies = await login.browser.jar.serialize();
    const { CookieJar } = await import('tough-cookie');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        newBrowser(CookieJar.deserializeSync(structuredClone(cookies))).get(resume),
      ),
    );
    const arrivals = answers.filter(isArrival).map(({ location }) => new URL(location!));
    expect(arrivals.map(({ searchParams }) => searchParams.get('error'))).toEqual([null]);
    expect(arrivals[0]?.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    for (const { status } of answers.filter((answer) => !isArrival(answer))) {
      expect(status).toBe(400);
    }
  });

  test.each([
    ['the code cannot be stored', 'artifact', "new.kind like '% AuthorizationCode'"],
    ['its result cannot be taken', 'authentication', 'new.result_consumed_at is not null'],
  ])('works at the next try when %s for a moment', async (_fault, table, when) => {
    const { login, resume } = await approved();
    await broker.sql(`create or replace function fail() returns trigger as
      $$ begin raise exception 'a fault of the database'; end $$ language plpgsql`);
    await broker.sql(`create trigger fault before insert or update on ${table}
      for each row when (${when}) execute function fail()`);
    const broken = await login.browser.get(resume);
    expect({ status: broken.status, location: broken.location }).toEqual({
      status: 500,
      location: undefined,
    });
    await broker.sql(`drop trigger fault on ${table}`);
    const callback = new URL((await login.browser.get(resume)).location!);
    expect(callback.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });
});

describe('a start in progress', () => {
  test('creates one order for any number of clicks', async () => {
    const login = await visit(broker, { acr_values: ANY });
    await login.load();
    const before = await openOrders();
    await Promise.all(
      Array.from({ length: 25 }, () =>
        login.browser.post(`${login.url}/start`, { device: 'other' }),
      ),
    );
    expect((await openOrders()).filter((order) => !before.includes(order))).toHaveLength(1);
    expect(await login.load()).toMatchObject({ state: 'scan' });
  });

  test('is undone by a cancellation: no code and no order remain', async () => {
    const login = await visit(broker, { acr_values: ANY });
    await login.load();
    const before = await openOrders();
    await orderFault(broker, {
      endpoint: 'auth',
      phase: 'before',
      effect: { kind: 'delay', milliseconds: 700 },
    });
    const starting = login.browser.post(`${login.url}/start`, { device: 'other' });
    await untilAnAttemptBegan(login);
    const cancelled = await login.browser.post(`${login.url}/cancel`, {});
    await starting;
    const callback = new URL((await login.browser.follow(cancelled.location!)).location!);
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({
      error: 'access_denied',
      error_description: 'user declined',
    });
    expect(await openOrders()).toEqual(before);
  });
});

async function openOrders(): Promise<readonly string[]> {
  return (await broker.phone.orders()).map(({ orderRef }) => orderRef);
}

async function untilAnAttemptBegan({ url }: Visit): Promise<void> {
  const id = url.split('/').at(-1);
  for (let tries = 0; tries < 100; tries += 1) {
    const rows = await broker.sql('select 1 from authentication where login_id = $1', [id]);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('no attempt began');
}
