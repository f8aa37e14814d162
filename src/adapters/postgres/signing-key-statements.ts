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
