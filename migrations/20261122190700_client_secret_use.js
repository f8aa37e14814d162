/** When each client secret was last accepted, so that an old one is removed when nobody needs it. */
export async function up(knex) {
  await knex.raw(`
    create table client_secret_use (
      tenant_id text not null,
      client_id text not null,
      secret_hash text not null,
      used_at timestamptz not null,
      primary key (tenant_id, client_id, secret_hash)
    ) with (fillfactor = 70);
    comment on table client_secret_use is
      'written about once a minute, for the secrets that were accepted meanwhile';
    comment on column client_secret_use.secret_hash is 'as in application.settings';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
