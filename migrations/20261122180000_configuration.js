/**
 * The configuration that `apply` writes and the replicas read: tenants with their domains, eIDs, applications and webhooks. The settings of
 * an application are one document, so that a new setting needs no migration.
 */
export async function up(knex) {
  await knex.raw(`
    create table tenant (
      id text primary key,
      name text not null,
      pseudonym_key bytea,
      configuration_mac bytea
    );
    comment on table tenant is 'one customer, with everything that apply declared for it';
    comment on column tenant.pseudonym_key is
      'sealed; null until the first login. Without it every pseudonym (sub) of the tenant is lost';
    comment on column tenant.configuration_mac is
      'a MAC, made by apply, of the declared domains, eIDs, applications and webhooks. Without it requests to the tenant are refused';

    create table domain (
      issuer text primary key,
      tenant_id text not null references tenant (id) on delete cascade,
      environment text not null,
      single_sign_on integer,
      single_sign_on_other_device integer,
      starts_per_person integer,
      silent_answers_per_person integer,
      constraint domain_environment check (environment in ('test', 'production'))
    );
    create index domain_of_tenant on domain (tenant_id);
    comment on table domain is 'the issuers, each of one tenant';
    comment on column domain.issuer is 'an origin without a path, https://login.example.com';
    comment on column domain.single_sign_on is 'the life of a session in seconds; null: no single sign-on';
    comment on column domain.single_sign_on_other_device is
      'in seconds, of sessions from logins on another device; null: they begin none';
    comment on column domain.starts_per_person is
      'by one application for one named person, in 5 minutes; null: the default';
    comment on column domain.silent_answers_per_person is
      'of sessions, for one person, in 20 minutes; null: the default';

    create table application (
      tenant_id text not null references tenant (id) on delete cascade,
      client_id text not null,
      settings jsonb not null,
      secrets jsonb not null,
      primary key (tenant_id, client_id)
    );
    comment on table application is 'the OAuth clients';
    comment on column application.settings is 'as in docs/configuration.md; an absent setting has its default';
    comment on column application.secrets is
      '[{ hash, expiresAt }]: client secrets as HMACs, with the name of the key in them';

    create table eid_setting (
      tenant_id text not null references tenant (id) on delete cascade,
      eid text not null,
      environment text not null,
      position integer not null,
      acr_values text[],
      settings bytea not null,
      primary key (tenant_id, eid, environment),
      constraint eid_setting_environment check (environment in ('test', 'production', 'both'))
    );
    comment on table eid_setting is 'the eIDs that a tenant offers, with its contract for each';
    comment on column eid_setting.environment is 'which of the tenant''s domains it serves';
    comment on column eid_setting.position is 'the order in which discovery lists them';
    comment on column eid_setting.acr_values is 'those that are offered, in their order; null: all of the eID';
    comment on column eid_setting.settings is 'sealed JSON: certificate, key and the other settings of the eID';

    create table webhook (
      tenant_id text not null references tenant (id) on delete cascade,
      id text not null,
      url text not null,
      events text[] not null,
      secrets bytea not null,
      delivered_position bigint not null,
      lease bigint not null default 0,
      failures integer not null default 0,
      next_at timestamptz not null default '-infinity',
      primary key (tenant_id, id)
    ) with (fillfactor = 70);
    comment on table webhook is 'receivers of a tenant''s events, with the delivered position of each';
    comment on column webhook.events is 'the kinds of events that it receives';
    comment on column webhook.secrets is 'sealed JSON: a list of secrets, each of which signs';
    comment on column webhook.delivered_position is
      'the position in the event chain up to which every event was delivered';
    comment on column webhook.lease is 'grows with each lease, so that an old lease changes nothing';
    comment on column webhook.failures is 'attempts in a row that failed';
    comment on column webhook.next_at is 'nothing is sent before: a replica has the lease, or the receiver failed';

    create table configuration_revision (
      "only" boolean primary key default true,
      revision bigint not null,
      constraint configuration_revision_one_row check ("only")
    );
    comment on table configuration_revision is
      'one row; grows with each change of the configuration or the signing keys, so that replicas read them again';
    insert into configuration_revision (revision) values (0);
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
