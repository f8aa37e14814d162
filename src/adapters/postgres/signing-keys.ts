import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type pg from 'pg';

import type { JsonObject } from '../../domain/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SigningKeys } from '../../ports/signing-keys.ts';
import type { Vault } from '../../ports/vault.ts';

/** In the order in which they are published: RS256 is the default of every client. */
const ALGORITHMS = ['RS256', 'ES256'] as const;

const FIND = `select kid, private_jwk from signing_key where issuer = $1
  order by array_position($2::text[], alg)`;
const ADD = `insert into signing_key (kid, issuer, alg, private_jwk, created_at)
  values ($1, $2, $3, $4, $5) on conflict (issuer, alg) do nothing`;

interface Deps {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Signing keys in Postgres, sealed; made when a domain is first served. */
export function pgSigningKeys({ pool, vault, clock }: Deps): SigningKeys {
  return {
    async of(issuer) {
      const found = await find(issuer);
      if (found.length === ALGORITHMS.length) return found;
      for (const alg of ALGORITHMS) await add(issuer, alg);
      return find(issuer);
    },
  };

  async function find(issuer: string): Promise<readonly JsonObject[]> {
    const values = [issuer, ALGORITHMS];
    const { rows } = await pool.query({ name: 'signing_key_find', text: FIND, values });
    return rows.map((row) => JSON.parse(vault.open(row.private_jwk, contextOf(row.kid))));
  }

  /** Of replicas that start at once one row wins; all then read the same keys. */
  async function add(issuer: string, alg: string): Promise<void> {
    const { privateKey } = await generateKeyPair(alg, { extractable: true, modulusLength: 2048 });
    const jwk = await exportJWK(privateKey);
    const kid = await calculateJwkThumbprint(jwk);
    const text = JSON.stringify({ ...jwk, kid, alg, use: 'sig' });
    const values = [kid, issuer, alg, vault.seal(text, contextOf(kid)), clock()];
    await pool.query({ name: 'signing_key_add', text: ADD, values });
  }
}

function contextOf(kid: string): string {
  return `signing_key.private_jwk:${kid}`;
}
