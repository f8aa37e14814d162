/**
 * What the operator declares: tenants with their domains, eIDs and applications. Applications and eID
 * settings are documents, because what they hold grows with the releases while rows of the previous one
 * are still read.
 */
export async function up(knex) {
  await knex.raw(`
    create table tenant (
      id text primary key,
      name text not null,
      pseudonym_key text
    )
  `);
  await knex.raw(`
    comment on column tenant.pseudonym_key is
      'sealed; without it every pseudonym of the tenant is lost'
  `);

  await knex.raw(`
    create table domain (
      issuer text primary key,
      tenant_id text not null references tenant (id) on delete cascade,
      environment text not null,
      constraint domain_environment check (environment in ('test', 'production'))
    )
  `);
  await knex.raw('create index domain_of_tenant on domain (tenant_id)');

  await knex.raw(`
    create table application (
      tenant_id text not null references tenant (id) on delete cascade,
      client_id text not null,
      settings jsonb not null,
      secrets jsonb not null,
      primary key (tenant_id, client_id)
    )
  `);
  await knex.raw("comment on column application.secrets is '[{ hash, expiresAt }]'");

  await knex.raw(`
    create table eid_setting (
      tenant_id text not null references tenant (id) on delete cascade,
      eid text not null,
      environment text not null,
      position integer not null,
      settings text not null,
      primary key (tenant_id, eid, environment),
      constraint eid_setting_environment check (environment in ('test', 'production', 'both'))
    )
  `);
  await knex.raw("comment on column eid_setting.settings is 'sealed'");

  await knex.raw(`
    create table content_revision (
      "only" boolean primary key default true,
      revision bigint not null,
      constraint content_revision_one_row check ("only")
    )
  `);
  await knex.raw('insert into content_revision (revision) values (0)');
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
