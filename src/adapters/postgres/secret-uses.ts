import type { Pool } from 'pg';

import type { SecretUse, SecretUses } from '../../ports/secret-uses.ts';

/** All callers lock rows in the same order, so there is no deadlock. The second part forgets secrets out of use. */
const RECORD = `with forgotten as (delete from client_secret_use
    where used_at < now() - interval '400 days')
  insert into client_secret_use as known (tenant_id, client_id, secret_hash, used_at)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[])
    as noted (tenant_id, client_id, secret_hash, used_at)
    order by tenant_id, client_id, secret_hash
  on conflict (tenant_id, client_id, secret_hash) do update set used_at = excluded.used_at
    where known.used_at < excluded.used_at`;
const OF = `select tenant_id as "tenantId", client_id as "clientId", secret_hash as hash, used_at as at
  from client_secret_use where tenant_id = $1 and client_id = any ($2)`;

/** The table `client_secret_use`. */
export function pgSecretUses(pool: Pool): SecretUses {
  return {
    async record(uses) {
      const column = <Name extends keyof SecretUse>(name: Name) => uses.map((use) => use[name]);
      const values = [column('tenantId'), column('clientId'), column('hash'), column('at')];
      await pool.query({ name: 'secret_uses_record', text: RECORD, values });
    },

    async of(tenantId, clientIds) {
      const values = [tenantId, clientIds];
      return (await pool.query<SecretUse>({ name: 'secret_uses_of', text: OF, values })).rows;
    },
  };
}
