/** Refused requests that name a login lead to it. */
export async function up(knex) {
  await knex.raw(`
    alter table login_timeline add column login_code text;
    comment on column login_timeline.login_code is
      'of a refused request: the support code of the login that it named; null: it named none';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
