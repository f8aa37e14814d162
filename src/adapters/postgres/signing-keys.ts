import type { ClientBase, Pool } from 'pg';

import type { JsonObject } from '../../domain/json.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '../../domain/signing-algorithm.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NewSigningKey, SigningKeyEntry, SigningKeys } from '../../ports/signing-keys.ts';
import type { Vault } from '../../ports/vault.ts';
import { advanceRevision } from './advance-revision.ts';
import { inTransaction } from './in-transaction.ts';
import { signingKeyStatements as statements } from './signing-key-statements.ts';

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
        await pool.query({ ...statements.add, values: await newRow(issuer, alg) });
      }
      return (await find(issuer)).map((row) => opened(issuer, row));
    },

    async list() {
      const statement = { ...statements.list, values: [SIGNING_ALGORITHMS] };
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
        return (await client.query({ ...statements.promote, values })).rowCount !== 0;
      }),

    async replace(issuer) {
      const found = await find(issuer);
      const algorithms = found.filter(({ state }) => state === 'current').map(({ alg }) => alg);
      const rows = await Promise.all(algorithms.map((alg) => newRow(issuer, alg)));
      await changing(async (client) => {
        // First, as `promote` does it: of two callers one waits here for the other.
        await client.query({ ...statements.dropNext, values: [issuer] });
        for (const values of rows) await client.query({ ...statements.replace, values });
        return rows.length > 0;
      });
    },

    async retire(before, issuer) {
      let retired = 0;
      await changing(async (client) => {
        const values = [before, issuer ?? null];
        retired = (await client.query({ ...statements.retire, values })).rowCount ?? 0;
        return retired > 0;
      });
      return retired;
    },
  };

  async function find(issuer: string): Promise<readonly Row[]> {
    const values = [issuer, SIGNING_ALGORITHMS];
    return (await pool.query<Row>({ ...statements.find, values })).rows;
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
    added += (await client.query({ ...statements.addNext, values })).rowCount ?? 0;
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
