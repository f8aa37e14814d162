/** What each revision changed, by names alone, so that a login's story finds it without opening the revisions. */
export async function up(knex) {
  await knex.raw(`
    alter table configuration_history add column changed jsonb;
    comment on column configuration_history.changed is
      '[{ action, what, id, settings, widened }]: parts and names of settings; null: written by the release before';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
