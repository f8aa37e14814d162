/** Counts that all replicas share. */
export async function up(knex) {
  await knex.raw(`
    create table rate_limit (
      key_hash bytea primary key,
      uses integer not null,
      ends_at timestamptz not null
    ) with (fillfactor = 70);
    create index rate_limit_end on rate_limit (ends_at);
    comment on table rate_limit is 'one row for each limited key with a window that has not ended';
    comment on column rate_limit.key_hash is 'SHA-256: a key may name a person';
    comment on column rate_limit.ends_at is 'the end of the window; then the uses begin at 0';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
