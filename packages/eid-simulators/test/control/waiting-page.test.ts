import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { makeWorld } from '../../src/world/world.ts';
import { auth, type Bench as BankIdBench, startBench as startBankId } from '../bankid/harness.ts';
import { type Bench, startBench, startLogin, Browser as Visitor } from '../oidc/harness.ts';

const world = makeWorld(() => new Date('2026-03-01T12:00:00.000Z'));
let bankId: BankIdBench;
let oidc: Bench;
beforeAll(async () => {
  [bankId, oidc] = await Promise.all([startBankId({ world }), startBench({ world })]);
});
afterAll(() => Promise.all([bankId.close(), oidc.simulator.close()]));

async function orderRefOf(request = auth): Promise<string> {
  return (await bankId.rp('auth', request)).body.orderRef;
}

async function collect(orderRef: string): Promise<unknown> {
  const { status, hintCode } = (await bankId.rp('collect', { orderRef })).body;
  return hintCode ?? status;
}

async function mitIdLogin(): Promise<string> {
  const { url } = await new Visitor().open((await startLogin(await oidc.discover())).url);
  return String(url.pathname.split('/').at(-1));
}

async function idsAt(url: string): Promise<readonly string[]> {
  const logins = (await (await fetch(`${url}/api/logins`)).json()) as { id: string }[];
  return logins.map(({ id }) => id);
}

async function decide(url: string, id: string, form: Record<string, string>) {
  const body = new URLSearchParams(form);
  const options = { method: 'POST', body, redirect: 'manual' } as const;
  const response = await fetch(`${url}/waiting/${id}`, options);
  return { status: response.status, text: await response.text() };
}

describe('one world', () => {
  test('lists what waits at any eID, at each server', async () => {
    const ids = [await orderRefOf(), await mitIdLogin()];
    for (const url of [bankId.simulator.phoneUrl, oidc.simulator.url]) {
      expect(await idsAt(url)).toEqual(expect.arrayContaining(ids));
      const page = await (await fetch(`${url}/waiting`)).text();
      for (const id of ids) expect(page).toContain(`action="/waiting/${id}"`);
      expect(page).toContain('<h2>BankID</h2>');
      expect(page).toContain('<h2>MitID</h2>');
    }
  });

  test('has one clock', async () => {
    const { phoneUrl } = bankId.simulator;
    await bankId.phone('/api/clock', { advanceSeconds: 1 });
    const [a, b] = await Promise.all(
      [phoneUrl, oidc.simulator.url].map(async (url) => (await fetch(`${url}/api/clock`)).json()),
    );
    expect(a).toEqual(b);
  });

  test('keeps the faults of its eIDs apart', async () => {
    const { url } = oidc.simulator;
    const fault = { profile: 'mitid', endpoint: 'token', effect: { kind: 'hang' } };
    expect((await bankId.phone('/api/faults', fault)).body).toEqual([{ ...fault, times: 1 }]);
    expect((await bankId.phone('/api/faults')).body).toEqual([]);
    expect(await (await fetch(`${url}/api/faults`, { method: 'DELETE' })).json()).toEqual([]);
    expect((await bankId.phone('/api/faults?profile=mitid')).body).toEqual([]);
  });

  test('counts calls by eID', async () => {
    const statistics = await (await fetch(`${oidc.simulator.url}/api/statistics`)).json();
    expect(statistics).toMatchObject({
      'se-bankid': { calls: { auth: expect.any(Number) }, fastCollects: 0 },
      mitid: { calls: { par: 1, authorize: 1, token: 0 } },
    });
    expect((await bankId.phone('/api/statistics')).body).toHaveProperty('calls.auth');
  });
});

describe("the person's page", () => {
  test('approves an order of BankID in one step', async () => {
    const orderRef = await orderRefOf();
    const form = { decision: 'approve', person: 'asa' };
    expect((await decide(oidc.simulator.url, orderRef, form)).status).toBe(303);
    const { status, completionData } = (await bankId.rp('collect', { orderRef })).body;
    expect([status, completionData.user.name]).toEqual(['complete', 'Åsa Öberg']);
  });

  test('aborts an order of BankID', async () => {
    const orderRef = await orderRefOf();
    await decide(bankId.simulator.phoneUrl, orderRef, { decision: 'abort' });
    expect(await collect(orderRef)).toBe('userCancel');
  });

  test('confirms the call of a phone order', async () => {
    const request = { personalNumber: '191212121212', callInitiator: 'user' };
    const { orderRef } = (await bankId.rp('phone/auth', request)).body;
    const approval = { person: 'tolvan' };
    const { status } = await bankId.phone(`/api/logins/${orderRef}/approve`, approval);
    expect([status, await collect(orderRef)]).toEqual([200, 'complete']);
  });

  test('follows a link to the app, and tells where the app leads', async () => {
    const request = { ...auth, returnUrl: 'https://shop.example/back#nonce' };
    const { autoStartToken, orderRef } = (await bankId.rp('auth', request)).body;
    const link = `bankid:///?autostarttoken=${autoStartToken}&redirect=null`;
    expect(await bankId.phone('/api/links', { link, person: 'asa' })).toMatchObject({
      status: 200,
      body: { returnUrl: 'https://shop.example/back#nonce' },
    });
    expect(await collect(orderRef)).toBe('complete');
    expect(await bankId.phone('/api/links', { link: 'x:y', person: 'asa' })).toMatchObject({
      status: 400,
      body: { error: 'malformed_link' },
    });
    expect((await bankId.phone('/api/links', { link, person: 'astrid' })).status).toBe(404);
  });

  test('decides a login of MitID once', async () => {
    const id = await mitIdLogin();
    const form = { decision: 'approve', person: 'astrid' };
    expect((await decide(bankId.simulator.phoneUrl, id, form)).status).toBe(303);
    expect(world.logins.find(id)?.decision).toMatchObject({ person: { id: 'astrid' } });
    const again = await decide(bankId.simulator.phoneUrl, id, form);
    expect(again.status).toBe(404);
    expect(again.text).toContain('This login waits no more');
  });

  test('refuses persons of another country, and foreign pages', async () => {
    const id = await mitIdLogin();
    const form = { decision: 'approve', person: 'tolvan' };
    expect((await decide(oidc.simulator.url, id, form)).status).toBe(404);
    const foreign = await fetch(`${oidc.simulator.url}/waiting/${id}`, {
      method: 'POST',
      headers: { Origin: 'https://attacker.example' },
      body: new URLSearchParams(form),
    });
    expect(foreign.status).toBe(403);
  });
});
