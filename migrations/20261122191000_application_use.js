/** When people last logged in to each application: read before a change that takes something away, without a scan of events. */
export async function up(knex) {
  await knex.raw(`
    create table application_use (
      tenant_id text not null,
      client_id text not null,
      issuer text not null,
      acr text not null,
      channel text not null,
      used_at timestamptz not null,
      primary key (tenant_id, client_id, issuer, acr, channel)
    ) with (fillfactor = 70);
    comment on table application_use is
      'the last counted event with a person of each application, issuer, acr value and channel. It outlives the events';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
