import { pgAdministrators } from '../../src/adapters/postgres/administration/administrators.ts';
import { randomId, sha256Id } from '../../src/adapters/system/random.ts';
import { systemVault } from '../../src/adapters/system/vault.ts';
import type { Grant } from '../../src/domain/administrator.ts';
import { BY_COMMAND } from '../../src/domain/management-event.ts';
import { makeInviteAdministrator } from '../../src/management/administrators/invite-administrator.ts';
import { TEST_KEY } from './broker.ts';
import { openTestPool } from './pg-replicas.ts';

/** Invites a person, as the command does. Returns the secret of the link. */
export async function invite(databaseUrl: string, grant: Grant): Promise<string> {
  const pool = openTestPool({ url: databaseUrl });
  const vault = systemVault([Buffer.from(TEST_KEY, 'base64url')]);
  const administrators = pgAdministrators({ pool, vault });
  const parts = { newId: randomId, hashOf: sha256Id, clock: () => new Date() };
  const { secret } = await makeInviteAdministrator({ administrators, ...parts })(grant, BY_COMMAND);
  await pool.end();
  return secret;
}
