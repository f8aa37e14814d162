import { newBrowser } from '@eid-broker/testing/browser';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { commandAdmission } from '../../src/adapters/admission/database-admission.ts';
import { pgArtifacts } from '../../src/adapters/postgres/logins/artifacts.ts';
import { openPool } from '../../src/adapters/postgres/pool.ts';
import { silentLog } from '../../src/adapters/system/log.ts';
import { systemVault } from '../../src/adapters/system/vault.ts';
import type { JsonObject } from '../../src/domain/json.ts';
import { type Broker, startBroker, TEST_KEY } from '../support/broker.ts';
import { errorFieldsIn } from '../support/error-fields.ts';
import { type NamedStatements, watchNamedStatements } from '../support/named-statements.ts';
import { arrivalOf, authorizationUrl, type Visit, visit } from '../support/visit.ts';

const ANY = 'urn:grn:authn:se:bankid';

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

describe('a status request', () => {
  test.each([
    ['before a start', false],
    ['after a start', true],
  ])('does not validate the hint again %s', async (_when, starts) => {
    const login = await visit(broker, { acr_values: ANY, login_hint: signing('I agree') });
    if (starts) await login.press('other-device');
    const state = starts ? 'scan' : 'choose';
    expect(JSON.parse((await statusOf(login)).text)).toMatchObject({ state });
    await spoilLoginHint(login);
    expect(JSON.parse((await statusOf(login)).text)).toMatchObject({ state });
  });

  test('is refused above the limit of its login, before any database access', async () => {
    newWindow();
    const login = await visit(broker);
    await login.load();
    const answers = [];
    for (let time = 0; time < 49; time += 1) answers.push((await statusOf(login)).status);
    expect(answers).toEqual(Array(49).fill(200));
    statements.taken();
    const refused = await statusOf(login);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^(?:[1-9]|10)$/);
    expect(statements.taken()).toEqual([]);
    expect(renderedPage(await login.browser.get(login.url)).error).toBe('too-many-requests');

    const other = await visit(broker);
    expect((await statusOf(other)).status).toBe(200);
    newWindow();
    expect((await statusOf(login)).status).toBe(200);
  });
});

describe('an authorization request', () => {
  test.each([
    [`scope:ssn${' a'.repeat(200)}`, 'login_hint has more than 200 words'],
    [signing('-\n\n'.repeat(751)), 'message has more than 1500 line breaks, | and * together'],
  ])('with a hint of too many parts is refused: %.20s', async (login_hint, description) => {
    const answer = await newBrowser().get(
      authorizationUrl(broker.issuer, { acr_values: ANY, login_hint }),
    );
    expect(errorFieldsIn(arrivalOf(answer))).toMatchObject({
      error: 'invalid_request',
      error_description: description,
    });
  });
});

test('a long Accept-Language header is ignored', async () => {
  const login = await visit(broker);
  const long = `da,${Array(300).fill('fi;q=0.1').join(',')}`;
  const page = await login.browser.get(login.url, { 'accept-language': long });
  expect(page.text).toContain('<html lang="sv">');
  const short = await login.browser.get(login.url, { 'accept-language': 'da,fi;q=0.1' });
  expect(short.text).toContain('<html lang="da">');
});

function signing(text: string): string {
  return `action:sign message:${Buffer.from(text).toString('base64')}`;
}

function statusOf({ url, browser }: Visit) {
  return browser.get(`${url}/status`, { accept: 'application/json' });
}

/** The limit counts in windows of ten seconds. */
function newWindow(): void {
  const past = broker.now().getTime() % 10_000;
  broker.advance((10_000 - past) / 1000);
}

/** Replaces the login hint of a login by an invalid one. */
async function spoilLoginHint({ url }: Visit): Promise<void> {
  const id = url.split('/').at(-1) ?? '';
  const pool = openPool(
    { url: broker.databaseUrl, size: 1, admission: commandAdmission },
    silentLog,
  );
  const vault = systemVault([Buffer.from(TEST_KEY, 'base64url')]);
  const artifacts = pgArtifacts({ pool, vault, clock: broker.now });
  const name = { kind: `${broker.issuer} Interaction`, id };
  const found = await artifacts.find(name.kind, id);
  const params = { ...(found?.payload.params as JsonObject), login_hint: 'action:sign' };
  const expiresAt = new Date(broker.now().getTime() + 600_000);
  const payload = { ...found?.payload, params };
  await artifacts.put({ ...name, grantId: undefined, expiresAt, payload });
  await pool.end();
}
