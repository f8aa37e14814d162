/**
 * A trustworthy event log, webhooks, and erasure by person: the place of each event in its tenant's chain, the seals
 * over the chain, the webhooks that follow it, and by whom rows are found when a person is to be forgotten. A
 * replica of the previous release may serve beside this schema: it writes none of the new columns.
 */
export async function up(knex) {
  await knex.raw('alter table authentication_event add column position bigint');
  await knex.raw(`
    comment on column authentication_event.position is
      'its place in the chain of its tenant; null until it is sealed'
  `);

  await knex.raw(`
    create table event_seal (
      tenant_id text not null,
      number bigint not null,
      kind text not null,
      first_position bigint not null,
      last_position bigint not null,
      marks text[] not null,
      note text,
      key_name text not null,
      mac text not null,
      sealed_at timestamptz not null,
      primary key (tenant_id, number),
      constraint event_seal_kind check (kind in ('events', 'removal', 'restore'))
    )
  `);
  await knex.raw(`
    comment on table event_seal is
      'the links of the chains; mac is over all the other columns, and the mac of the link before'
  `);
  await knex.raw("comment on column event_seal.marks is 'a keyed hash of each event, in order'");

  await knex.raw(`
    create table webhook (
      tenant_id text not null references tenant (id) on delete cascade,
      id text not null,
      url text not null,
      events text[] not null,
      secrets text not null,
      told bigint not null,
      turn bigint not null default 0,
      failures integer not null default 0,
      next_at timestamptz not null default '-infinity',
      primary key (tenant_id, id)
    ) with (fillfactor = 70)
  `);
  await knex.raw("comment on column webhook.secrets is 'sealed'");
  await knex.raw("comment on column webhook.told is 'the position up to which it has been told'");
  await knex.raw(`
    comment on column webhook.next_at is
      'nobody tells it anything before: a replica is at it, or it did not answer'
  `);

  await knex.raw('alter table authentication add column person bytea');
  await knex.raw('alter table artifact add column person bytea');
  for (const table of ['authentication', 'artifact']) {
    await knex.raw(`
      comment on column ${table}.person is
        'a keyed hash of tenant and national id, by which erasing finds the row'
    `);
  }

  await knex.raw(`
    create table restored (
      "only" boolean primary key default true,
      at timestamptz not null,
      constraint restored_one_row check ("only")
    )
  `);
  await knex.raw(`
    comment on table restored is
      'when the database was last taken from a backup: what was made before is not accepted'
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
