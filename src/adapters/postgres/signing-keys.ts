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

/** Signing keys in Postgres, encrypted; a domain gets its first keys when it is first served. */
export function pgSigningKeys({ pool, vault, clock, newKey }: Deps): SigningKeys {
  return {
    async of(issuer) {
      const found = await find(issuer);
      const missing = lacking(found, 'current');
      if (missing.length === 0) return found.map((row) => opened(issuer, row));
      for (const alg of missing) {
        const values = await newRow(issuer, alg, 'current');
        await pool.query({ ...signingKeyStatements.add, values });
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
      const rows = await Promise.all(missing.map((alg) => newRow(issuer, alg, 'next')));
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
      const rows = await Promise.all(algorithms.map((alg) => newRow(issuer, alg, 'current')));
      await changing(async (client) => {
        // First, as in `promote`: of two callers one waits here for the other.
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
  async function newRow(
    issuer: string,
    alg: SigningAlgorithm,
    state: 'current' | 'next',
  ): Promise<unknown[]> {
    const key = await newKey(alg);
    const sealed = vault.seal(JSON.stringify(key), contextOf({ issuer, alg, kid: key.kid }));
    return [key.kid, issuer, alg, state, sealed, clock()];
  }

  /** Runs work in one transaction, which is a new revision when it returns true. */
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
    added += (await client.query({ ...signingKeyStatements.add, values })).rowCount ?? 0;
  }
  return added > 0;
}

function entryOf({ created_at, until, ...entry }: EntryRow): SigningKeyEntry {
  return { ...entry, createdAt: created_at, until: until ?? undefined };
}

/** The state is left out: it changes without a new encryption of the key. */
function contextOf({ issuer, alg, kid }: Pick<EntryRow, 'issuer' | 'alg' | 'kid'>): string {
  return `signing_key.private_jwk:${issuer}:${alg}:${kid}`;
}

/** The order of states that `SigningKeys` promises. */
const STATES = `array['current', 'next', 'previous']`;

/** The statements of `pgSigningKeys`. */
export const signingKeyStatements = {
  find: {
    name: 'signing_key_find',
    text: `select kid, alg, private_jwk, state from signing_key where issuer = $1
      order by array_position(${STATES}, state), array_position($2::text[], alg), kid`,
  },

  list: {
    name: 'signing_key_list',
    text: `select issuer, alg, kid, state, created_at, until from signing_key
      order by issuer collate "C", array_position($1::text[], alg),
        array_position(${STATES}, state), until desc, kid`,
  },

  /** One row wins when replicas start or prepare at once; all of them then read the same keys. */
  add: {
    name: 'signing_key_add',
    text: `insert into signing_key (kid, issuer, alg, state, private_jwk, created_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (issuer, alg, state) where state <> 'previous' do nothing`,
  },

  /**
   * A second caller waits for the locked rows, and then finds no next key. The count makes PostgreSQL retire the current
   * key of an algorithm before it promotes the next one: the unique index is checked within the statement too.
   */
  promote: {
    name: 'signing_key_promote',
    text: `with promoted as materialized (select kid, alg from signing_key
        where issuer = $1 and state = 'next' and created_at <= $2 for update),
      replaced as (update signing_key as old set state = 'previous', until = $3
        from promoted where old.issuer = $1 and old.alg = promoted.alg and old.state = 'current'
        returning old.kid)
      update signing_key as key set state = 'current'
      from promoted, (select count(*) from replaced) as retired_first
      where key.kid = promoted.kid`,
  },

  dropNext: {
    name: 'signing_key_drop_next',
    text: `delete from signing_key where issuer = $1 and state = 'next'`,
  },

  replace: {
    name: 'signing_key_replace',
    text: `update signing_key set kid = $1, private_jwk = $5, created_at = $6
      where issuer = $2 and alg = $3 and state = $4`,
  },

  retire: {
    name: 'signing_key_retire',
    text: `delete from signing_key
      where state = 'previous' and until < $1 and ($2::text is null or issuer = $2)`,
  },
} as const;
