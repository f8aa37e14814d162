/** Who used an artifact, so that the same one may go on after a fault. */
export async function up(knex) {
  await knex.raw('alter table artifact add column consumed_by text');
  await knex.raw(`
    comment on column artifact.consumed_by is
      'of a pushed request: the login that was finished with it; null in rows of the previous release'
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
