/** The keys that sign tokens, and those that are published beside them. */
export async function up(knex) {
  await knex.raw(`
    create table signing_key (
      kid text primary key,
      issuer text not null,
      alg text not null,
      private_jwk bytea not null,
      created_at timestamptz not null
    );
    create unique index signing_key_one_an_algorithm on signing_key (issuer, alg);
    comment on table signing_key is 'the current keys: one for each issuer and algorithm';
    comment on column signing_key.private_jwk is 'sealed JSON';

    create table standby_signing_key (
      kid text primary key,
      issuer text not null,
      alg text not null,
      private_jwk bytea not null,
      state text not null,
      created_at timestamptz not null,
      until timestamptz,
      constraint standby_signing_key_state check (
        (state = 'next' and until is null) or (state = 'previous' and until is not null)
      )
    );
    create unique index standby_signing_key_one_next
      on standby_signing_key (issuer, alg) where state = 'next';
    create index standby_signing_key_of_issuer on standby_signing_key (issuer);
    comment on table standby_signing_key is
      'keys that are published and do not sign: the next ones, and the previous ones';
    comment on column standby_signing_key.private_jwk is 'sealed JSON, as in signing_key';
    comment on column standby_signing_key.until is 'the end of a previous key: its last token has expired by then';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
