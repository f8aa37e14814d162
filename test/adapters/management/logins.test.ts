import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type ManagementApi, startManagement } from '../../support/management.ts';

const LOGINS = '/api/tenants/shop/logins';

let api: ManagementApi;
beforeAll(async () => {
  api = await startManagement();
  const began = Date.parse('2026-11-22T10:00:00Z');
  for (const [at, code] of ['K7F2QX9M', 'K7F2QX9N', 'K7F2QX9P'].entries()) {
    const steps = [
      { what: 'begun', at: began + at * 1000 },
      { what: 'started', acr: 'urn:grn:authn:mock', at: began + at * 1000 + 300 },
      { what: 'ended', why: 'declined', at: began + at * 1000 + 900 },
    ];
    await api.sql(
      `insert into login_timeline (login_key, tenant_id, code, issuer, client_id, channel, acr,
          outcome, began_at, steps)
        values ($1, 'shop', $2, 'http://localhost:1', 'web', 'browser', 'urn:grn:authn:mock',
          'declined', $3, $4)`,
      [`login-${at}`, code, new Date(began + at * 1000), JSON.stringify(steps)],
    );
  }
});
afterAll(() => api.close());

describe('the logins of a tenant', () => {
  test('are explained by their code, as people write it', async () => {
    const { status, json } = await api.call(`GET ${LOGINS}/k7f2-qx9m`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      code: 'K7F2-QX9M',
      application: 'web',
      eid: 'mock',
      outcome: 'declined',
      beganAt: '2026-11-22T10:00:00.000Z',
      whoActs: expect.stringMatching(/^(?:person|application|operator|eid|nobody)$/),
      cause: expect.any(String),
      fix: expect.any(String),
    });
    expect(json.steps[0]).toMatchObject({
      at: '2026-11-22T10:00:00.000Z',
      what: 'begun',
      words: expect.any(String),
    });
    expect((await api.call(`GET ${LOGINS}/ZZZZ-ZZZZ`)).status).toBe(404);
    expect((await api.call(`GET /api/tenants/other/logins/K7F2-QX9M`)).status).toBe(404);
  });

  describe('that were refused', () => {
    const web = '/api/tenants/shop/applications/web';
    const REDIRECT = 'redirect-uri-not-registered';

    async function patch(body: object) {
      const { etag } = await api.call(`GET ${web}`);
      const changed = await api.call(`PATCH ${web}`, { body, headers: { 'if-match': etag } });
      expect(changed.status).toBe(200);
    }

    /** The cause and remedy of a request that is refused now. */
    async function storyOf(key: string, reason?: string) {
      const at = new Date();
      const step = { what: 'refused', key, endpoint: 'authorize', reason, at: at.getTime() };
      await api.sql(
        `insert into login_timeline (login_key, tenant_id, code, issuer, client_id, channel, outcome, error, began_at, steps)
          values ('refused', 'shop', 'K7F2QX9R', 'http://localhost:1', 'web', 'browser', 'refused', $1, $2, $3)`,
        [key, at, JSON.stringify([step])],
      );
      const { json } = await api.call(`GET ${LOGINS}/K7F2-QX9R`);
      await api.sql("delete from login_timeline where login_key = 'refused'");
      return json;
    }

    test('name the change of a setting in the hour before that may be the cause', async () => {
      await patch({ requireNonce: true });
      const { cause, fix } = await storyOf('nonce-missing');
      expect(cause).toMatch(
        /In the hour before, an operator changed requireNonce of the application web \(revision \d+, 20.*Z\)\.$/,
      );
      expect(fix).toMatch(/If that change was not meant, the operator takes it back\.$/);
      expect((await storyOf('max-age-malformed')).cause).not.toContain('an operator changed');
    });

    test('do not name a change that permits more, or that their mistake is no effect of', async () => {
      const { json } = await api.call(`GET ${web}`);
      const more = [...json.redirectUris, 'https://shop.example.com/more'];
      await patch({ redirectUris: more, requireNonce: false });
      expect((await storyOf(REDIRECT)).cause).not.toContain('an operator');
      await patch({ redirectUris: json.redirectUris });
      expect((await storyOf(REDIRECT)).cause).toContain('an operator changed redirectUris');
      await patch({ acrValues: ['urn:grn:authn:mock'] });
      const ofAcr = async (reason: string) => (await storyOf('acr-not-offered', reason)).cause;
      expect(await ofAcr('acr-unknown')).not.toContain('an operator');
      expect(await ofAcr('acr-not-for-application')).toContain('an operator changed acrValues');
    });

    test('open no revision, and are told without the changes when these cannot be read', async () => {
      await patch({ requireNonce: true });
      await api.sql("update configuration_history set content = ''");
      expect((await storyOf('nonce-missing')).cause).toContain('an operator changed requireNonce');
      await api.sql('alter table configuration_history rename column changed to gone');
      const { cause, error } = await storyOf('nonce-missing');
      await api.sql('alter table configuration_history rename column gone to changed');
      expect([error, cause.includes('an operator')]).toEqual(['nonce-missing', false]);
    });
  });

  test('are listed, the latest first, in pages and by filters', async () => {
    const codes = (json: { items: { code: string }[] }) => json.items.map(({ code }) => code);
    const first = await api.call(`GET ${LOGINS}?limit=2`);
    expect(codes(first.json)).toEqual(['K7F2-QX9P', 'K7F2-QX9N']);
    const rest = await api.call(`GET ${LOGINS}?limit=2&cursor=${first.json.next}`);
    expect([codes(rest.json), rest.json.next]).toEqual([['K7F2-QX9M'], null]);
    const filtered = await api.call(`GET ${LOGINS}?outcome=identified`);
    expect(filtered.json.items).toEqual([]);
    const found = await api.call(`GET ${LOGINS}?search=k7f2qx9n&eid=mock&application=web`);
    expect(codes(found.json)).toEqual(['K7F2-QX9N']);
    expect((await api.call(`GET ${LOGINS}?cursor=eA`)).status).toBe(400);
    const ancient = JSON.stringify({ beganAt: '-271821-04-20T00:00:00.000Z', code: '22222222' });
    const cursor = Buffer.from(ancient).toString('base64url');
    expect((await api.call(`GET ${LOGINS}?cursor=${cursor}`)).status).toBe(400);
  });

  test('are shared for a day by a link that needs no account', async () => {
    const link = await api.call(`POST ${LOGINS}/K7F2-QX9M/link`);
    expect(link.status).toBe(201);
    const { token } = link.json;
    expect(link.json.url).toBe(`${api.url}/shared-login#${token}`);
    const open = (body: object) => api.call('POST /api/shared-login', { body, token: null });
    const shared = await open({ token });
    expect([shared.status, shared.json.code]).toEqual([200, 'K7F2-QX9M']);
    const audit = await api.call('GET /api/tenants/shop/audit?limit=1');
    expect(audit.json.items[0]).toMatchObject({
      act: 'logins.share',
      object: 'login K7F2-QX9M',
      after: { expiresAt: link.json.expiresAt },
    });
    expect(audit.text).not.toContain(token);
    expect((await open({ token: 'x'.repeat(43) })).status).toBe(404);
    await api.sql("update login_timeline_link set expires_at = now() - interval '1 s'");
    expect((await open({ token })).status).toBe(404);
  });
});
