/** The keys that sign tokens, and the ones before and after them, which are only published. */
export async function up(knex) {
  await knex.raw(`
    create table signing_key (
      kid text primary key,
      issuer text not null,
      alg text not null,
      state text not null,
      private_jwk bytea not null,
      created_at timestamptz not null,
      until timestamptz,
      constraint signing_key_state check (state in ('next', 'current', 'previous')),
      constraint signing_key_until check ((until is not null) = (state = 'previous'))
    );
    create unique index signing_key_one_next_one_current
      on signing_key (issuer, alg, state) where state <> 'previous';
    create index signing_key_of_issuer on signing_key (issuer);
    comment on table signing_key is 'the published keys of each issuer; the current ones sign';
    comment on column signing_key.state is
      'next: published before it signs; current: one for each issuer and algorithm; previous: published until its end';
    comment on column signing_key.private_jwk is 'sealed JSON';
    comment on column signing_key.until is 'the end of a previous key: its last token has expired by then';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
