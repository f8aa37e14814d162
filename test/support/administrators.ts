import { pgAdministrators } from '../../src/adapters/postgres/administration/administrators.ts';
import { pgManagementSessions } from '../../src/adapters/postgres/administration/management-sessions.ts';
import { randomId, sha256Id } from '../../src/adapters/system/random.ts';
import { systemVault } from '../../src/adapters/system/vault.ts';
import type { Grant } from '../../src/domain/administrator.ts';
import { BY_COMMAND } from '../../src/domain/management-event.ts';
import { makeEnterConsole } from '../../src/management/administrators/enter-console.ts';
import { makeInviteAdministrator } from '../../src/management/administrators/invite-administrator.ts';
import { TEST_KEY } from './broker.ts';
import type { CallOptions, ManagementApi } from './management.ts';
import { openTestPool } from './pg-replicas.ts';

/** Admits a person to a role and logs in; returns what the console's own pages send. */
export async function enteredAs(
  api: Pick<ManagementApi, 'databaseUrl'>,
  sub: string,
  grant: Grant,
  authenticatedAt = new Date(),
): Promise<Required<Pick<CallOptions, 'headers' | 'token'>>> {
  const pool = openTestPool({ url: api.databaseUrl });
  const deps = { pool, vault: systemVault([Buffer.from(TEST_KEY, 'base64url')]) };
  const administrators = pgAdministrators(deps);
  const parts = { newId: randomId, hashOf: sha256Id, clock: () => new Date() };
  const invited = await makeInviteAdministrator({ administrators, ...parts })(grant, BY_COMMAND);
  const sessions = pgManagementSessions(deps);
  const entered = await makeEnterConsole({ administrators, sessions, ...parts })({
    iss: 'https://login.example.com',
    sub,
    name: sub,
    authenticatedAt,
    invitation: sha256Id(invited.secret),
    oldSession: undefined,
  });
  await pool.end();
  if (entered.outcome !== 'entered') throw new Error(entered.outcome);
  const cookie = `management=${entered.secret}`;
  return { headers: { cookie, 'sec-fetch-site': 'same-origin' }, token: null };
}
