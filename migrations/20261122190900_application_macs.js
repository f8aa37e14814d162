/**
 * A MAC of a tenant that a change of one application renews without reading the others. The older one, over all rows at once,
 * stays for the release before, and for tenants that were written by it.
 */
export async function up(knex) {
  await knex.raw(`
    alter table tenant add column parts_mac bytea, add column applications_sum bytea;
    comment on column tenant.parts_mac is
      'a MAC of domains, eIDs, webhooks and the sum of the applications. Null: configuration_mac counts';
    comment on column tenant.applications_sum is
      'sealed: how many applications there are, and the sum of an HMAC of each';
    alter table application add column mac bytea;
    comment on column application.mac is 'a MAC of the application; null: written by the release before';
    alter table configuration_history add column client_id text;
    comment on column configuration_history.client_id is
      'the content is this application alone, or null when it was removed; null: the whole tenant';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
