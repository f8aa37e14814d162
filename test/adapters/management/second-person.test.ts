import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import { enteredAs } from '../../support/administrators.ts';
import {
  type Called,
  type CallOptions,
  type ManagementApi,
  startManagement,
} from '../../support/management.ts';

const SHOP = '/api/tenants/shop';
const KEYS = `${SHOP}/domains/localhost%3A1/keys`;
const WEBHOOK = `${SHOP}/webhooks/billing`;

let api: ManagementApi;
let anna: CallOptions;
let bo: CallOptions;
beforeAll(async () => {
  api = await startManagement();
  anna = await enteredAs(api, 'anna', { tenant: 'shop', role: 'operator' });
  bo = await enteredAs(api, 'bo', { tenant: 'shop', role: 'owner' });
  await patch(SHOP, { requireSecondPerson: true });
});
afterAll(() => api.close());
beforeEach(() => api.sql('delete from approval'));

describe('a tenant that requires a second person', () => {
  test('has a removal done when another person approves it, once', async () => {
    const asked = await remove(WEBHOOK, anna);
    expect(asked.status).toBe(202);
    expect(asked.headers.get('location')).toBe(`${SHOP}/approvals/${asked.json.id}`);
    expect(asked.json).toMatchObject({
      operation: 'removeWebhook',
      path: WEBHOOK,
      permission: 'webhooks.write',
      requestedBy: { kind: 'administrator', name: 'anna' },
      reason: 'unused',
      plan: { totals: { create: 0, change: 0, remove: 1 } },
      mayApprove: false,
    });
    expect((await api.call(`GET ${WEBHOOK}`, anna)).status).toBe(200);

    expect((await approve(asked, anna)).status).toBe(403);
    const listed = await api.call(`GET ${SHOP}/approvals`, bo);
    expect(listed.json.items).toEqual([{ ...asked.json, mayApprove: true }]);
    const answers = await Promise.all([1, 2, 3].map(() => approve(asked, bo)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const done = answers.find(({ status }) => status === 200);
    expect(done?.json).toEqual({ status: 204, result: null });
    expect((await api.call(`GET ${WEBHOOK}`, bo)).status).toBe(404);

    const audit = await api.call(`GET ${SHOP}/audit?limit=2`, bo);
    expect(audit.json.items).toEqual([
      expect.objectContaining({
        outcome: 'done',
        object: 'webhook billing',
        who: expect.objectContaining({ name: 'anna' }),
        approvedBy: expect.objectContaining({ name: 'bo' }),
        reason: 'unused',
        isGenuine: true,
      }),
      expect.objectContaining({ outcome: 'requested', object: `DELETE ${WEBHOOK}` }),
    ]);
  });

  test('refuses an approved change of what was changed meanwhile', async () => {
    const asked = await remove(`${SHOP}/applications/web`, anna);
    await patch(`${SHOP}/applications/web`, { name: 'Another' });
    const late = await approve(asked, bo);
    expect([late.status, late.json.title]).toEqual([412, 'Changed meanwhile']);
    expect((await approve(asked, bo)).status).toBe(404);
    const audit = await api.call(`GET ${SHOP}/audit?limit=1`, bo);
    expect(audit.json.items[0]).toMatchObject({ outcome: 'failed', act: 'applications.write' });
  });

  test('does nothing else than what the second person saw', async () => {
    const { json } = await api.call(`GET ${SHOP}/configuration`);
    const body = { ...json, name: 'New name' };
    const options = { body, ...withHeaders(anna, { 'if-match': '*' }) };
    const asked = await api.call(`PUT ${SHOP}/configuration`, options);
    expect(asked.status).toBe(202);
    await patch(`${SHOP}/applications/web`, { name: 'Changed since' });
    expect((await approve(asked, bo)).status).toBe(412);
  });

  test('has keys replaced by two persons, who see which act it is', async () => {
    const asked = await api.call(`POST ${KEYS}`, { body: { act: 'replace' }, ...anna });
    expect([asked.status, asked.json.plan, asked.json.input]).toEqual([
      202,
      null,
      { act: 'replace' },
    ]);
    const before = await kids();
    const done = await approve(asked, bo);
    expect(done.json.result).toMatchObject({ issuer: 'http://localhost:1', what: 'replaced' });
    expect(await kids()).not.toEqual(before);
  });

  test('checks a request before anybody waits, and shows no secret of it', async () => {
    const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    const { json } = await api.call(`GET ${SHOP}/configuration`);
    const webhook = (url: string) => ({ id: 'new', url, secrets: [{ value: secret }] });
    const put = (url: string) =>
      api.call(`PUT ${SHOP}/configuration`, {
        body: { ...json, webhooks: [webhook(url)] },
        ...withHeaders(anna, { 'if-match': '*' }),
      });
    expect((await put('ftp://example.com')).status).toBe(422);
    const asked = await put('https://example.com/events');
    expect(asked.status).toBe(202);
    const stored = JSON.stringify(await api.sql('select sealed from approval'));
    expect(asked.text + stored).not.toContain(secret.slice(6));
    expect((await approve(asked, bo)).status).toBe(200);
    expect((await api.call(`GET ${SHOP}/webhooks/new`)).status).toBe(200);
  });

  test('keeps requiring it until a second person agrees that it need not', async () => {
    const asked = await patch(SHOP, { requireSecondPerson: null }, anna);
    expect(asked.status).toBe(202);
    expect((await api.call(`GET ${SHOP}`)).json.requireSecondPerson).toBe(true);
    expect((await api.call(`DELETE ${SHOP}/approvals/${asked.json.id}`, bo)).status).toBe(204);
    expect((await approve(asked, bo)).status).toBe(404);
    const audit = await api.call(`GET ${SHOP}/audit?limit=1`, bo);
    expect(audit.json.items[0]).toMatchObject({ outcome: 'rejected', who: { name: 'bo' } });
  });

  test('lets one person change what is not dangerous, and plan what is', async () => {
    expect((await patch(`${SHOP}/applications/web`, { name: 'Mine' }, anna)).status).toBe(200);
    const options = withHeaders(anna, { 'if-match': '*' });
    const plan = await api.call(`DELETE ${SHOP}/applications/web?dryRun=true`, options);
    expect([plan.status, plan.json.totals.remove]).toEqual([200, 1]);
    const domain = { issuer: 'https://new.example.com', environment: 'test' };
    const added = await api.call(`POST ${SHOP}/domains`, { body: domain, ...anna });
    expect(added.status).toBe(201);
  });

  test('lets nobody take a domain into production alone', async () => {
    const OTHER = '/api/tenants/other';
    await patch(OTHER, { requireSecondPerson: true });
    const fay = await enteredAs(api, 'fay', { tenant: 'other', role: 'operator' });
    const production = { issuer: 'https://real.example.com', environment: 'production' };
    const moved = await api.call(`POST ${OTHER}/domains`, { body: production, ...fay });
    expect([moved.status, moved.json.permission]).toEqual([202, 'domains.write']);
  });

  test('takes no approval from a token of who asked, of less right, or with an old login', async () => {
    const asked = await remove(`${SHOP}/applications/web`, bo);
    const made = await api.call(`POST ${SHOP}/tokens`, {
      body: { name: 'of bo', role: 'owner' },
      ...bo,
    });
    expect((await approve(asked, { token: made.json.secret })).status).toBe(403);
    const auditor = await enteredAs(api, 'carl', { tenant: 'shop', role: 'auditor' });
    expect((await approve(asked, auditor)).status).toBe(403);
    const old = new Date(Date.now() - 600_000);
    const late = await enteredAs(api, 'late', { tenant: 'shop', role: 'operator' }, old);
    expect((await approve(asked, late)).status).toBe(401);
    const other = await enteredAs(api, 'dora', { tenant: 'other', role: 'owner' });
    expect((await approve(asked, other)).status).toBe(404);
    expect((await approve(asked, anna)).status).toBe(200);
  });

  test('forgets a change after a day, and one whose author was removed', async () => {
    const eve = await enteredAs(api, 'eve', { tenant: 'shop', role: 'operator' });
    const asked = await api.call(`POST ${KEYS}`, { body: {}, ...eve });
    const { json } = await api.call('GET /api/session', eve);
    await api.call(`DELETE ${SHOP}/administrators/${json.principal.id}`);
    expect((await approve(asked, bo)).status).toBe(409);
    await api.sql("update approval set expires_at = now() - interval '1 s'");
    expect((await approve(asked, bo)).status).toBe(404);
  });
});

function approve({ json }: Called, by: CallOptions): Promise<Called> {
  return api.call(`POST ${SHOP}/approvals/${json.id}/approve`, by);
}

async function remove(path: string, by: CallOptions): Promise<Called> {
  const { etag } = await api.call(`GET ${path}`);
  return api.call(`DELETE ${path}`, withHeaders(by, { 'if-match': etag, reason: 'unused' }));
}

function patch(path: string, body: object, by: CallOptions = {}): Promise<Called> {
  return api.call(`PATCH ${path}`, { body, ...withHeaders(by, { 'if-match': '*' }) });
}

function withHeaders(by: CallOptions, headers: Readonly<Record<string, string>>): CallOptions {
  return { ...by, headers: { ...by.headers, ...headers } };
}

async function kids(): Promise<string[]> {
  const { json } = await api.call(`GET ${KEYS}`);
  return json.items.map(({ kid }: { kid: string }) => kid);
}
