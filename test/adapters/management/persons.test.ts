import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { personBlindIndex } from '../../../src/adapters/postgres/row-hmacs.ts';
import { systemVault } from '../../../src/adapters/system/vault.ts';
import { TEST_KEY } from '../../support/broker.ts';
import { type ManagementApi, startManagement } from '../../support/management.ts';

const ERASE = 'POST /api/tenants/shop/persons/erase';
const TOLVAN = '191212121212';

let api: ManagementApi;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.close());

describe('erasing a person', () => {
  test('deletes what the tenant has of the person, and answers the counts', async () => {
    for (const tenant of ['shop', 'other']) await addSession(tenant, TOLVAN);
    await addSession('shop', '199006022397');
    const first = await erase('19121212-1212');
    expect(first.json).toEqual({ attempts: 0, codesAndTokens: 0, sessions: 1 });
    expect((await erase(TOLVAN)).json).toEqual({ attempts: 0, codesAndTokens: 0, sessions: 0 });
    expect(await api.sql('select count(*)::int from artifact')).toEqual([{ count: 2 }]);
  });

  test('refuses what is no number, without repeating it', async () => {
    const answer = await erase('191212121213');
    expect(answer.status).toBe(422);
    expect(answer.json.errors).toEqual([
      { path: 'personalNumber', message: 'is no national identity number of an eID' },
    ]);
    expect(answer.text).not.toContain('191212121213');
  });

  test('is in the audit, and the number is nowhere', async () => {
    await erase(TOLVAN, { reason: 'asked by letter' });
    const { json, text } = await api.call('GET /api/tenants/shop/audit?limit=1');
    expect(json.items[0]).toMatchObject({
      act: 'persons.erase',
      outcome: 'done',
      object: 'a person',
      reason: 'asked by letter',
    });
    const rows = JSON.stringify(await api.sql('select * from authentication_event'));
    expect(rows + text + JSON.stringify(api.logged)).not.toContain('1212');
  });

  test('is for owners alone', async () => {
    const body = { name: 'of a test', role: 'operator' };
    const { json } = await api.call('POST /api/tenants/shop/tokens', { body });
    const asked = { body: { personalNumber: TOLVAN }, token: json.secret };
    expect((await api.call(ERASE, asked)).status).toBe(403);
  });
});

function erase(personalNumber: string, headers: Readonly<Record<string, string>> = {}) {
  return api.call(ERASE, { body: { personalNumber }, headers });
}

/** A row of a session, as far as erasing reads it. */
async function addSession(tenantId: string, nationalId: string): Promise<void> {
  const vault = systemVault([Buffer.from(TEST_KEY, 'base64url')]);
  const person = personBlindIndex(vault).of(tenantId, nationalId);
  await api.sql(
    `insert into artifact (kind, id_hash, payload, person, expires_at)
      values ('Session', sha256($1::text::bytea), '', $2, now() + interval '1 hour')`,
    [`${tenantId} ${nationalId}`, person],
  );
}
