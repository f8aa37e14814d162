/** Changes that wait for a second person, of tenants that require one. */
export async function up(knex) {
  await knex.raw(`
    alter table tenant add column require_second_person boolean not null default false;
    comment on column tenant.require_second_person is
      'keys, production certificates and removals wait for another administrator';

    create table approval (
      id text primary key,
      tenant_id text not null,
      sealed bytea not null,
      expires_at timestamptz not null
    );
    create index approval_of_tenant on approval (tenant_id, expires_at);
    create index approval_expiry on approval (expires_at);
    comment on table approval is 'requests of the management API that wait for a second person; a decision deletes the row';
    comment on column approval.sealed is
      'sealed JSON, bound to tenant and id: the request with its secrets, who made it, and its plan';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
