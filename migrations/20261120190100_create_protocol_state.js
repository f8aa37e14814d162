/** What lives for minutes: authentications, protocol artifacts; and the keys that sign tokens. */
export async function up(knex) {
  await knex.raw(`
    create table authentication (
      id text primary key,
      sequence bigint generated always as identity,
      issuer text not null,
      client_id text not null,
      door text not null,
      login_id text,
      acr text not null,
      device text,
      return_nonce text,
      browser_secret text,
      returned text,
      state text not null,
      stage text,
      hint text,
      why text,
      eid_order text,
      identity text,
      turn integer not null default 0,
      collect_after timestamptz not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      settled_at timestamptz,
      handed_out_at timestamptz,
      constraint authentication_state check (
        (state = 'pending' and stage is not null)
        or (state = 'identified' and identity is not null and settled_at is not null)
        or (state = 'ended' and why is not null and settled_at is not null)
      )
    ) with (fillfactor = 70)
  `);
  await knex.raw(`
    create unique index authentication_one_pending_a_login
      on authentication (login_id) where state = 'pending'
  `);
  await knex.raw(`
    create index authentication_of_login on authentication (login_id, sequence desc)
      where login_id is not null
  `);
  await knex.raw('create index authentication_expiry on authentication (expires_at)');

  await knex.raw(`
    create table artifact (
      kind text not null,
      id_hash bytea not null,
      grant_id text,
      payload text not null,
      consumed_at timestamptz,
      expires_at timestamptz not null,
      primary key (kind, id_hash)
    )
  `);
  await knex.raw(
    'create index artifact_of_grant on artifact (grant_id) where grant_id is not null',
  );
  await knex.raw('create index artifact_expiry on artifact (expires_at)');

  await knex.raw(`
    create table signing_key (
      kid text primary key,
      issuer text not null,
      alg text not null,
      private_jwk text not null,
      created_at timestamptz not null
    )
  `);
  await knex.raw('create unique index signing_key_one_an_algorithm on signing_key (issuer, alg)');
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
