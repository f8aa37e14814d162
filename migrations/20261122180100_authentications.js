/** Short-lived state: authentications, and the protocol's artifacts (logins, codes, tokens, sessions). */
export async function up(knex) {
  await knex.raw(`
    create table authentication (
      id text primary key,
      sequence bigint generated always as identity,
      tenant_id text not null,
      issuer text not null,
      client_id text not null,
      channel text not null,
      kind text not null,
      login_id text,
      acr text not null,
      request bytea not null,
      scope text not null,
      id_token text not null,
      address_from text,
      device text,
      returned bytea,
      state text not null,
      stage text,
      hint text,
      why text,
      eid_order bytea,
      identity bytea,
      unconsumed_mac bytea,
      person bytea,
      lease integer not null default 0,
      collect_after timestamptz not null,
      polled_at timestamptz,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      settled_at timestamptz,
      result_consumed_at timestamptz,
      constraint authentication_state check (
        (state = 'pending' and stage is not null and settled_at is null)
        or (state = 'identified' and identity is not null and settled_at is not null)
        or (state = 'ended' and why is not null and settled_at is not null)
      )
    ) with (fillfactor = 70);
    create unique index authentication_one_pending_a_login
      on authentication (login_id) where state = 'pending';
    create index authentication_of_login on authentication (login_id, sequence desc)
      where login_id is not null;
    create index authentication_expiry on authentication (expires_at);
    comment on table authentication is
      'one attempt of one person, from the start of its order until its result is consumed';
    comment on column authentication.sequence is 'the order in which the attempts of a login began';
    comment on column authentication.channel is 'browser, ciba or headless';
    comment on column authentication.kind is 'authentication or signature';
    comment on column authentication.login_id is 'the browser login that it belongs to; null for ciba and headless';
    comment on column authentication.request is
      'sealed JSON: text to show or sign, a named person, the secrets of app and browser; bound to tenant, issuer, client, channel, login, acr, scope and times';
    comment on column authentication.scope is 'the granted scopes, separated by spaces';
    comment on column authentication.id_token is 'full, or minimal: claims at userinfo only';
    comment on column authentication.address_from is
      'the source of the person''s IP address: browser, request or caller';
    comment on column authentication.device is 'same or other; null: unknown';
    comment on column authentication.returned is 'sealed: the browser to which the app returned, here or elsewhere';
    comment on column authentication.stage is 'of a pending attempt: first-interaction, acknowledgement or identification';
    comment on column authentication.hint is 'the eID''s last hint code, for the progress, or for the ending';
    comment on column authentication.why is 'the ending without a person: declined (also by the application''s cancel), expired ...';
    comment on column authentication.eid_order is 'sealed JSON: the order at the eID, while it is pending';
    comment on column authentication.identity is 'sealed JSON: the person, and the moment of the identification';
    comment on column authentication.unconsumed_mac is
      'a MAC of the id; consuming the result requires it and removes it';
    comment on column authentication.person is
      'a blind index, the HMAC of tenant and national id, by which erasing finds the row';
    comment on column authentication.lease is 'grows with each lease to collect, so that an old lease changes nothing';
    comment on column authentication.collect_after is 'the eID is not polled before: a replica has the lease, or it is too early';
    comment on column authentication.polled_at is 'the last poll that was not too early';
    comment on column authentication.result_consumed_at is
      'the client got the result, or the ending';

    create table artifact (
      kind text not null,
      id_hash bytea not null,
      grant_id text,
      payload bytea not null,
      unconsumed_mac bytea,
      person bytea,
      consumed_at timestamptz,
      consumed_by text,
      expires_at timestamptz not null,
      primary key (kind, id_hash)
    );
    create index artifact_of_grant on artifact (grant_id) where grant_id is not null;
    create index artifact_expiry on artifact (expires_at);
    comment on table artifact is
      'short-lived protocol state: logins, codes, tokens, sessions, pushed requests, used assertions';
    comment on column artifact.kind is 'the issuer and the library''s model, such as AuthorizationCode';
    comment on column artifact.id_hash is 'SHA-256 of the id: a copy of the table yields no usable code';
    comment on column artifact.grant_id is 'the authentication that it came from';
    comment on column artifact.payload is 'sealed JSON, bound to kind, id_hash and grant_id';
    comment on column artifact.unconsumed_mac is
      'a MAC of kind and id_hash; consuming requires it and removes it';
    comment on column artifact.person is 'as authentication.person, where the grant does not lead to it';
    comment on column artifact.expires_at is 'not found from then on; the purge removes the row later';
    comment on column artifact.consumed_at is 'set once, when unconsumed_mac is removed';
    comment on column artifact.consumed_by is 'of a pushed request: the login that was begun with it';

    create table restored (
      "only" boolean primary key default true,
      at timestamptz not null,
      constraint restored_one_row check ("only")
    );
    comment on table restored is
      'the last restore from a backup; state that was issued before is refused';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
