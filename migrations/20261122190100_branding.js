/** The looks of login pages. Those of an application are in its settings. */
export async function up(knex) {
  await knex.raw(`
    alter table tenant add column branding jsonb;
    comment on column tenant.branding is
      'logo, colour, names and links of the pages, as in docs/configuration.md; null: ours';
    alter table domain add column branding jsonb;
    comment on column domain.branding is 'the same for one domain; each member replaces that of the tenant';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
