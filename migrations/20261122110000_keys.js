/**
 * Keys that are published beside the ones that sign: the next one before its turn, the previous one until the
 * last token that it signed has expired. What signs stays in `signing_key`, where a replica of the previous
 * release looks for it.
 */
export async function up(knex) {
  await knex.raw(`
    create table standby_signing_key (
      kid text primary key,
      issuer text not null,
      alg text not null,
      private_jwk text not null,
      state text not null,
      created_at timestamptz not null,
      until timestamptz,
      constraint standby_signing_key_state check (
        (state = 'next' and until is null) or (state = 'previous' and until is not null)
      )
    )
  `);
  await knex.raw(
    "comment on column standby_signing_key.private_jwk is 'sealed, as in signing_key'",
  );
  await knex.raw(`
    create unique index standby_signing_key_one_next
      on standby_signing_key (issuer, alg) where state = 'next'
  `);
  await knex.raw('create index standby_signing_key_of_issuer on standby_signing_key (issuer)');
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
