import type { ClientBase, Pool } from 'pg';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '../../domain/application.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { NewSigningKey, SigningKeyEntry, SigningKeys } from '../../ports/signing-keys.ts';
import type { Vault } from '../../ports/vault.ts';
import { advanceRevision } from './notifications.ts';
import { inTransaction } from './pool.ts';

interface Row {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly private_jwk: Buffer;
  readonly state: SigningKeyEntry['state'];
}

interface EntryRow extends Omit<Row, 'private_jwk'> {
  readonly issuer: string;
  readonly created_at: Date;
  readonly until: Date | null;
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly newKey: NewSigningKey;
}

/** Signing keys in Postgres, sealed; the first ones are made when a domain is first served. */
export function pgSigningKeys({ pool, vault, clock, newKey }: Deps): SigningKeys {
  return {
    async of(issuer) {
      const found = await find(issuer);
      const missing = lacking(found, 'current');
      if (missing.length === 0) return found.map((row) => opened(issuer, row));
      for (const alg of missing) {
        await pool.query({ ...signingKeyStatements.add, values: await newRow(issuer, alg) });
      }
      return (await find(issuer)).map((row) => opened(issuer, row));
    },

    async list() {
      const statement = { ...signingKeyStatements.list, values: [SIGNING_ALGORITHMS] };
      return (await pool.query<EntryRow>(statement)).rows.map(entryOf);
    },

    async prepare(issuer) {
      const found = await find(issuer);
      const missing = lacking(found, 'next').filter(
        (alg) => !lacking(found, 'current').includes(alg),
      );
      const rows = await Promise.all(missing.map((alg) => newRow(issuer, alg)));
      if (rows.length > 0) await changing((client) => addNext(client, rows));
    },

    promote: (issuer, { publishedBy, keepUntil }) =>
      changing(async (client) => {
        const values = [issuer, publishedBy, keepUntil];
        return (await client.query({ ...signingKeyStatements.promote, values })).rowCount !== 0;
      }),

    async replace(issuer) {
      const found = await find(issuer);
      const algorithms = found.filter(({ state }) => state === 'current').map(({ alg }) => alg);
      const rows = await Promise.all(algorithms.map((alg) => newRow(issuer, alg)));
      await changing(async (client) => {
        // First, as `promote` does it: of two callers one waits here for the other.
        await client.query({ ...signingKeyStatements.dropNext, values: [issuer] });
        for (const values of rows) await client.query({ ...signingKeyStatements.replace, values });
        return rows.length > 0;
      });
    },

    async retire(before, issuer) {
      let retired = 0;
      await changing(async (client) => {
        const values = [before, issuer ?? null];
        retired = (await client.query({ ...signingKeyStatements.retire, values })).rowCount ?? 0;
        return retired > 0;
      });
      return retired;
    },
  };

  async function find(issuer: string): Promise<readonly Row[]> {
    const values = [issuer, SIGNING_ALGORITHMS];
    return (await pool.query<Row>({ ...signingKeyStatements.find, values })).rows;
  }

  function opened(issuer: string, { kid, alg, private_jwk, state }: Row): JsonObject {
    const key: JsonObject = JSON.parse(vault.open(private_jwk, contextOf({ issuer, alg, kid })));
    return state === 'current' ? key : { ...key, key_ops: ['verify'] };
  }

  /** The columns of a key that is made now. */
  async function newRow(issuer: string, alg: SigningAlgorithm): Promise<unknown[]> {
    const key = await newKey(alg);
    const sealed = vault.seal(JSON.stringify(key), contextOf({ issuer, alg, kid: key.kid }));
    return [key.kid, issuer, alg, sealed, clock()];
  }

  /** Does the work in one transaction, which is a new revision when anything changed. */
  function changing(work: (client: ClientBase) => Promise<boolean>): Promise<boolean> {
    return inTransaction(pool, async (client) => {
      const isChanged = await work(client);
      if (isChanged) await advanceRevision(client);
      return isChanged;
    });
  }
}

/** The algorithms without a key in that state. */
function lacking(rows: readonly Row[], state: Row['state']): readonly SigningAlgorithm[] {
  const known = rows.filter((row) => row.state === state).map(({ alg }) => alg);
  return SIGNING_ALGORITHMS.filter((alg) => !known.includes(alg));
}

async function addNext(client: ClientBase, rows: readonly unknown[][]): Promise<boolean> {
  let added = 0;
  for (const values of rows) {
    added += (await client.query({ ...signingKeyStatements.addNext, values })).rowCount ?? 0;
  }
  return added > 0;
}

function entryOf({ created_at, until, ...entry }: EntryRow): SigningKeyEntry {
  return { ...entry, createdAt: created_at, until: until ?? undefined };
}

/** By what the key is for, not by its table: it stays sealed when it goes from one to the other. */
function contextOf({ issuer, alg, kid }: Pick<EntryRow, 'issuer' | 'alg' | 'kid'>): string {
  return `signing_key.private_jwk:${issuer}:${alg}:${kid}`;
}

/** What order of states `SigningKeys` promises. */
const STATES = `array['current', 'next', 'previous']`;
const ALL = `(select kid, issuer, alg, private_jwk, 'current' as state, created_at, null::timestamptz as until
    from signing_key
  union all
  select kid, issuer, alg, private_jwk, state, created_at, until from standby_signing_key) as known`;

/** The statements of `pgSigningKeys`, each by what it does. */
export const signingKeyStatements = {
  /** One statement, so that no key is missed while it goes from one table to the other. */
  find: {
    name: 'signing_key_find',
    text: `select kid, alg, private_jwk, state from ${ALL} where issuer = $1
      order by array_position(${STATES}, state), array_position($2::text[], alg), kid`,
  },

  list: {
    name: 'signing_key_list',
    text: `select issuer, alg, kid, state, created_at, until from ${ALL}
      order by issuer collate "C", array_position($1::text[], alg),
        array_position(${STATES}, state), until desc, kid`,
  },

  /** Of replicas that start at once one row wins; all then read the same keys. */
  add: {
    name: 'signing_key_add',
    text: `insert into signing_key (kid, issuer, alg, private_jwk, created_at)
      values ($1, $2, $3, $4, $5) on conflict (issuer, alg) do nothing`,
  },

  addNext: {
    name: 'standby_signing_key_add',
    text: `insert into standby_signing_key (kid, issuer, alg, private_jwk, state, created_at)
      values ($1, $2, $3, $4, 'next', $5) on conflict (issuer, alg) where state = 'next' do nothing`,
  },

  /** Two callers queue at the rows that are deleted: the second finds none. */
  promote: {
    name: 'standby_signing_key_promote',
    text: `with promoted as (delete from standby_signing_key
        where issuer = $1 and state = 'next' and created_at <= $2 returning *),
      kept as (insert into standby_signing_key (kid, issuer, alg, private_jwk, state, created_at, until)
        select old.kid, old.issuer, old.alg, old.private_jwk, 'previous', old.created_at, $3::timestamptz
        from signing_key as old join promoted on promoted.issuer = old.issuer and promoted.alg = old.alg)
      update signing_key set kid = promoted.kid, private_jwk = promoted.private_jwk,
        created_at = promoted.created_at
      from promoted where signing_key.issuer = promoted.issuer and signing_key.alg = promoted.alg`,
  },

  dropNext: {
    name: 'standby_signing_key_drop_next',
    text: `delete from standby_signing_key where issuer = $1 and state = 'next'`,
  },

  replace: {
    name: 'signing_key_replace',
    text: `update signing_key set kid = $1, private_jwk = $4, created_at = $5
      where issuer = $2 and alg = $3`,
  },

  retire: {
    name: 'standby_signing_key_retire',
    text: `delete from standby_signing_key
      where state = 'previous' and until < $1 and ($2::text is null or issuer = $2)`,
  },
} as const;
