/** What each change left of a tenant, to look at and to return to. */
export async function up(knex) {
  await knex.raw(`
    create table configuration_history (
      tenant_id text not null references tenant (id) on delete cascade,
      revision bigint not null,
      at timestamptz not null,
      who text not null,
      reason text,
      source text not null,
      content bytea not null,
      primary key (tenant_id, revision)
    );
    create index configuration_history_revision on configuration_history (revision);
    comment on table configuration_history is 'the latest changes of each tenant''s configuration';
    comment on column configuration_history.revision is
      'the revision that the change made; several tenants may share it';
    comment on column configuration_history.who is
      'the administrator, or the user of the machine on which a command ran';
    comment on column configuration_history.source is 'file, api, console or rollback';
    comment on column configuration_history.content is
      'sealed JSON: the whole tenant, as the change left it';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
