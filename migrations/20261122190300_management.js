/**
 * Indexes behind the lists of the management API, in byte order: each page is one range of an index, however many
 * applications a tenant has.
 */
export async function up(knex) {
  await knex.raw(`
    create index tenant_by_id on tenant (id collate "C");
    create index application_by_id on application (tenant_id, client_id collate "C");
    create index application_by_lower_id on application
      (tenant_id, lower(client_id) collate "C", client_id collate "C");
    create index application_by_lower_name on application
      (tenant_id, lower(settings ->> 'name') collate "C", client_id collate "C");
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
