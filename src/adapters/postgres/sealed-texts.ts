import type { Pool } from 'pg';

import type { SealedText, SealedTexts } from '../../ports/vault.ts';

interface Column {
  readonly table: string;
  readonly column: string;
  /** The vault's context, in SQL. */
  readonly context: string;
}

/** The encrypted columns of rows that stay, by kind. */
const COLUMNS: ReadonlyMap<string, Column> = new Map([
  [
    'signing keys',
    {
      table: 'signing_key',
      column: 'private_jwk',
      context: "'signing_key.private_jwk:' || issuer || ':' || alg || ':' || kid",
    },
  ],
  [
    'keys of pseudonyms',
    { table: 'tenant', column: 'pseudonym_key', context: "'tenant.pseudonym_key:' || id" },
  ],
  [
    'eID settings',
    {
      table: 'eid_setting',
      column: 'settings',
      context: "'eid-settings:' || tenant_id || ':' || eid || ':' || environment",
    },
  ],
  [
    'webhook secrets',
    {
      table: 'webhook',
      column: 'secrets',
      context: "'webhook-secrets:' || tenant_id || ':' || id || ':' || url",
    },
  ],
  [
    'revisions',
    {
      table: 'configuration_history',
      column: 'content',
      context: "'configuration_history.content:' || tenant_id || ':' || revision",
    },
  ],
]);

/** Before the first row of a table. */
const START = '(0,0)';

/** The encrypted columns of the database. The place of a row is its `ctid`, which changes with each update. */
export function pgSealedTexts(pool: Pool): SealedTexts {
  return {
    kinds: [...COLUMNS.keys()],

    async page(kind, after, limit) {
      const { table, column, context } = columnOf(kind);
      const { rows } = await pool.query<SealedText>(
        `select ctid::text as place, ${context} as context, ${column} as sealed from ${table}
          where ctid > $1::tid and ${column} is not null order by ctid limit $2`,
        [after ?? START, limit],
      );
      return rows;
    },

    async replace(kind, { place, sealed: old }, sealed) {
      const { table, column } = columnOf(kind);
      const { rowCount } = await pool.query(
        `update ${table} set ${column} = $3 where ctid = $1::tid and ${column} = $2`,
        [place, old, sealed],
      );
      return rowCount === 1;
    },
  };
}

function columnOf(kind: string): Column {
  const column = COLUMNS.get(kind);
  if (column === undefined) throw new Error(`nothing sealed is called ${kind}`);
  return column;
}
