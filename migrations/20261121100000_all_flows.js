/**
 * What all five flows need: attempts that know what was asked and who polls for them, the events that they
 * leave, shared counts, and single sign-on. A replica of the previous release may serve beside this schema: what
 * it does not write has a default or may be null.
 */
export async function up(knex) {
  await knex.raw(`
    alter table authentication
      add column tenant_id text,
      add column kind text not null default 'authentication',
      add column intent text,
      add column scope text not null default '',
      add column id_token text not null default 'full',
      add column address_from text,
      add column polled_at timestamptz
  `);
  await knex.raw(`
    comment on column authentication.tenant_id is
      'null in rows of the previous release: the tenant of the issuer'
  `);
  await knex.raw(`
    comment on column authentication.intent is
      'sealed; null in rows of the previous release: a plain login'
  `);
  await knex.raw("comment on column authentication.polled_at is 'the last poll in pace'");
  await knex.raw(`
    comment on column authentication.handed_out_at is
      'the client has got the result, or has heard that it ended'
  `);

  await knex.raw(`
    create table authentication_event (
      sequence bigint generated always as identity primary key,
      authentication_id text not null,
      tenant_id text not null,
      issuer text not null,
      client_id text not null,
      door text not null,
      kind text not null,
      acr text not null,
      outcome text not null,
      hint text,
      address_from text,
      at timestamptz not null,
      constraint authentication_event_one_each unique (authentication_id)
    )
  `);
  await knex.raw(`
    comment on table authentication_event is
      'one for each attempt that came to an outcome; outlives it, and holds nothing of the person'
  `);
  await knex.raw('create index authentication_event_at on authentication_event (at)');

  await knex.raw(`
    create table rate_limit (
      key_hash bytea primary key,
      uses integer not null,
      ends_at timestamptz not null
    ) with (fillfactor = 70)
  `);
  await knex.raw('create index rate_limit_end on rate_limit (ends_at)');

  await knex.raw('alter table domain add column single_sign_on integer');
  await knex.raw("comment on column domain.single_sign_on is 'in seconds; null: off'");
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
