/** Limits of a domain that its operator may set. */
export async function up(knex) {
  await knex.raw(`
    alter table domain
      add column starts_per_person integer,
      add column silent_answers_per_person integer
  `);
  await knex.raw(`
    comment on column domain.starts_per_person is
      'by one application for one named person, in 5 minutes; null: the default'
  `);
  await knex.raw(`
    comment on column domain.silent_answers_per_person is
      'of sessions, for one person, in 20 minutes; null: the default'
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
