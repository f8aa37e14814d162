/**
 * Finds the logins of one application, with one error or with one ending, however few they are. A login that succeeds changes
 * none of these columns after its first statement, so its updates write nothing to these indexes.
 */
export async function up(knex) {
  await knex.raw(`
    alter table login_timeline add column ending text generated always as
      (case when outcome in ('identified', 'remembered') then null else outcome end) stored;
    comment on column login_timeline.ending is 'the outcome without a person; null: pending, or a person';
    create index login_timeline_client on login_timeline (tenant_id, client_id, began_at, code)
      where client_id is not null;
    create index login_timeline_error on login_timeline (tenant_id, error, began_at, code)
      where error is not null;
    create index login_timeline_ending on login_timeline (tenant_id, ending, began_at, code)
      where ending is not null;
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
