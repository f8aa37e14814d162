import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';

const LIVE = '(expires_at is null or expires_at > now())';
const STATEMENTS = {
  upsert: `insert into oidc_artifact (model, id, payload, grant_id, uid, expires_at)
    values ($1, $2, $3, $4, $5, now() + $6::float8 * interval '1 second')
    on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
      uid = excluded.uid, expires_at = excluded.expires_at`,
  find: `select payload, consumed_at from oidc_artifact where model = $1 and id = $2 and ${LIVE}`,
  findByUid: `select payload, consumed_at from oidc_artifact where model = $1 and uid = $2 and ${LIVE}`,
  consume: 'update oidc_artifact set consumed_at = now() where model = $1 and id = $2',
  destroy: 'delete from oidc_artifact where model = $1 and id = $2',
  revoke: 'delete from oidc_artifact where model = $1 and grant_id = $2',
} as const;

interface Row {
  readonly payload: AdapterPayload;
  readonly consumed_at: Date | null;
}

/** The only table of the baseline. */
export async function createBaselineTable(pool: Pool): Promise<void> {
  await pool.query(`create table if not exists oidc_artifact (
    model text not null, id text not null, payload jsonb not null, grant_id text, uid text,
    consumed_at timestamptz, expires_at timestamptz, primary key (model, id))`);
  await pool.query('create index if not exists oidc_artifact_grant on oidc_artifact (grant_id)');
  await pool.query('create index if not exists oidc_artifact_uid on oidc_artifact (uid)');
}

/** The library's storage in Postgres as its documentation describes an adapter: a prepared statement for each call. */
export function postgresAdapter(pool: Pool): AdapterFactory {
  return (model): Adapter => {
    return {
      async upsert(id, payload, expiresIn) {
        await run('upsert', [id, payload, payload.grantId, payload.uid, expiresIn]);
      },
      find: (id) => one('find', id),
      findByUid: (uid) => one('findByUid', uid),
      findByUserCode: async () => undefined,
      async consume(id) {
        await run('consume', [id]);
      },
      async destroy(id) {
        await run('destroy', [id]);
      },
      async revokeByGrantId(grantId) {
        await run('revoke', [grantId]);
      },
    };

    function run(name: keyof typeof STATEMENTS, values: readonly unknown[]) {
      return pool.query<Row>({ name, text: STATEMENTS[name], values: [model, ...values] });
    }

    async function one(name: 'find' | 'findByUid', key: string) {
      const row = (await run(name, [key])).rows[0];
      if (row === undefined) return undefined;
      const { payload, consumed_at: at } = row;
      return at === null ? payload : { ...payload, consumed: Math.floor(at.getTime() / 1000) };
    }
  };
}
