/** The timeline of each login, which support finds by its code. */
export async function up(knex) {
  await knex.raw(`
    create table login_timeline (
      login_key text primary key,
      tenant_id text not null,
      code text not null,
      issuer text not null,
      client_id text,
      channel text not null,
      acr text,
      outcome text,
      error text,
      began_at timestamptz not null,
      state_hash bigint,
      reference_hash bigint,
      steps jsonb not null,
      left_out integer not null default 0,
      constraint login_timeline_code unique (tenant_id, code)
    ) with (fillfactor = 60);
    create index login_timeline_began on login_timeline (tenant_id, began_at, code);
    create index login_timeline_state on login_timeline (tenant_id, state_hash)
      where state_hash is not null;
    create index login_timeline_reference on login_timeline (tenant_id, reference_hash)
      where reference_hash is not null;
    comment on table login_timeline is
      'one row for each login, and for requests that were refused before; what happened, without a person';
    comment on column login_timeline.login_key is
      'the id of the browser login, or of the authentication of CIBA, headless and a session; of a refused request its code';
    comment on column login_timeline.code is 'the support code: shown on pages, unique in the tenant while kept';
    comment on column login_timeline.client_id is 'null: the request named no known application';
    comment on column login_timeline.outcome is
      'of the latest attempt: identified, remembered, refused, or why it ended; null while pending';
    comment on column login_timeline.error is 'the key of the last error in the catalogue';
    comment on column login_timeline.state_hash is
      '64 bits of the SHA-256 of tenant and state, by which support finds the login';
    comment on column login_timeline.reference_hash is
      '64 bits of the SHA-256 of tenant and request id, of the request that began the login';
    comment on column login_timeline.steps is
      '[{ at, what, ... }]: the steps as in src/domain/login-timeline.ts, at in milliseconds since 1970';
    comment on column login_timeline.left_out is 'steps beyond the limit, which are not kept';

    create table login_timeline_link (
      token_hash bytea primary key,
      tenant_id text not null,
      code text not null,
      expires_at timestamptz not null
    );
    create index login_timeline_link_expiry on login_timeline_link (expires_at);
    comment on table login_timeline_link is 'read-only links to a timeline, for a day';
    comment on column login_timeline_link.token_hash is 'SHA-256: a copy of the table opens nothing';

    alter table authentication add column support_code text;
    comment on column authentication.support_code is
      'of its login, as login_timeline.code; null: begun by the release before';
    alter table authentication_event add column support_code text;
    comment on column authentication_event.support_code is
      'of the login; outside event_mac, as it only leads to a timeline';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
