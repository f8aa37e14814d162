/** The table of events may be big: its indexes are built beside the writes, which takes no transaction. */
export const config = { transaction: false };

/** Where events are found by their place in the chain, and those that have none yet. */
export async function up(knex) {
  await knex.raw(`
    create unique index concurrently if not exists authentication_event_position
      on authentication_event (tenant_id, position) where position is not null
  `);
  await knex.raw(`
    create index concurrently if not exists authentication_event_unsealed
      on authentication_event (sequence) where position is null
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
