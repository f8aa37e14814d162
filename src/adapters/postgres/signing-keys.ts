import type { Pool } from 'pg';

import type { JsonObject } from '../../domain/json.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '../../domain/signing-algorithm.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NewSigningKey, SigningKeys } from '../../ports/signing-keys.ts';
import type { Vault } from '../../ports/vault.ts';

const FIND = `select kid, private_jwk from signing_key where issuer = $1
  order by array_position($2::text[], alg)`;
const ADD = `insert into signing_key (kid, issuer, alg, private_jwk, created_at)
  values ($1, $2, $3, $4, $5) on conflict (issuer, alg) do nothing`;

interface Row {
  readonly kid: string;
  readonly private_jwk: string;
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly newKey: NewSigningKey;
}

/** Signing keys in Postgres, sealed; made when a domain is first served. */
export function pgSigningKeys({ pool, vault, clock, newKey }: Deps): SigningKeys {
  return {
    async of(issuer) {
      const found = await find(issuer);
      const missing = SIGNING_ALGORITHMS.filter((alg) => !found.some((key) => key.alg === alg));
      if (missing.length === 0) return found;
      for (const alg of missing) await add(issuer, alg);
      return find(issuer);
    },
  };

  async function find(issuer: string): Promise<readonly JsonObject[]> {
    const values = [issuer, SIGNING_ALGORITHMS];
    const { rows } = await pool.query<Row>({ name: 'signing_key_find', text: FIND, values });
    return rows.map((row) => JSON.parse(vault.open(row.private_jwk, contextOf(row.kid))));
  }

  /** Of replicas that start at once one row wins; all then read the same keys. */
  async function add(issuer: string, alg: SigningAlgorithm): Promise<void> {
    const key = await newKey(alg);
    const sealed = vault.seal(JSON.stringify(key), contextOf(key.kid));
    const values = [key.kid, issuer, alg, sealed, clock()];
    await pool.query({ name: 'signing_key_add', text: ADD, values });
  }
}

function contextOf(kid: string): string {
  return `signing_key.private_jwk:${kid}`;
}
