/** The counts of a tenant's events, so that usage costs the same however many events there are. */
export async function up(knex) {
  await knex.raw(`
    create table usage_count (
      tenant_id text not null,
      span text not null,
      began_at timestamptz not null,
      client_id text not null,
      acr text not null,
      kind text not null,
      identified integer not null,
      remembered integer not null,
      ended integer not null,
      primary key (tenant_id, span, began_at, client_id, acr, kind),
      constraint usage_count_span check (span in ('hour', 'day', 'month'))
    ) with (fillfactor = 70);
    comment on table usage_count is
      'sealed events, counted; the same events by hour, by day and by month, in UTC. It outlives the events';
    comment on column usage_count.identified is 'as the outcomes of authentication_event; ended is every other one';

    create table usage_position (
      tenant_id text primary key,
      position bigint not null
    ) with (fillfactor = 70);
    comment on table usage_position is
      'the position in the tenant''s chain up to which usage_count holds every event';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
