/** Which acr values of an eID a tenant offers. */
export async function up(knex) {
  await knex.raw('alter table eid_setting add column acr_values text[]');
  await knex.raw("comment on column eid_setting.acr_values is 'in order; null: all of the eID'");
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
