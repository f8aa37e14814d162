// What the operator declares: tenants with their domains, eIDs and applications. Applications and eID
// settings are documents, because what they hold grows with the releases while rows of the previous one
// are still read.

/** @param {import('knex').Knex} knex */
export async function up(knex) {
  await knex.schema.createTable('tenant', (table) => {
    table.text('id').primary();
    table.text('name').notNullable();
    table.text('pseudonym_key').comment('sealed; without it every pseudonym of the tenant is lost');
  });

  await knex.schema.createTable('domain', (table) => {
    table.text('issuer').primary();
    table.text('tenant_id').notNullable().references('tenant.id').onDelete('CASCADE').index();
    table.text('environment').notNullable().checkIn(['test', 'production']);
  });

  await knex.schema.createTable('application', (table) => {
    table.text('tenant_id').notNullable().references('tenant.id').onDelete('CASCADE');
    table.text('client_id').notNullable();
    table.jsonb('settings').notNullable();
    table.jsonb('secrets').notNullable().comment('[{ hash, expiresAt }]');
    table.primary(['tenant_id', 'client_id']);
  });

  await knex.schema.createTable('eid_setting', (table) => {
    table.text('tenant_id').notNullable().references('tenant.id').onDelete('CASCADE');
    table.text('eid').notNullable();
    table.text('environment').notNullable().checkIn(['test', 'production', 'both']);
    table.integer('position').notNullable();
    table.text('settings').notNullable().comment('sealed');
    table.primary(['tenant_id', 'eid', 'environment']);
  });

  await knex.schema.createTable('content_revision', (table) => {
    table.boolean('only').primary().defaultTo(true);
    table.bigInteger('revision').notNullable();
    table.check('??', ['only']);
  });
  await knex('content_revision').insert({ only: true, revision: 0 });
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  for (const table of ['content_revision', 'eid_setting', 'application', 'domain', 'tenant']) {
    await knex.schema.dropTable(table);
  }
}
