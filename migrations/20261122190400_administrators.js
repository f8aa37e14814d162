/**
 * Who may use the management API: administrators with their roles, invitations, sessions and logins, and API tokens. What they do is an
 * event in the log of events, in a chain of its own for each tenant.
 */
export async function up(knex) {
  await knex.raw(`
    create table administrator (
      id text primary key,
      iss text not null,
      sub text not null,
      name text not null,
      created_at timestamptz not null,
      removed_at timestamptz,
      constraint administrator_one_each unique (iss, sub)
    );
    comment on table administrator is 'a person who was admitted by an invitation';
    comment on column administrator.id is 'made from iss and sub, so that the MAC of a grant binds the person';
    comment on column administrator.iss is 'the issuer that logs the person in';
    comment on column administrator.sub is 'the issuer''s identifier of the person; of our own issuers a pseudonym';
    comment on column administrator.removed_at is 'null: admitted. A new invitation admits the person again';

    create table administrator_grant (
      administrator_id text not null references administrator (id) on delete cascade,
      tenant text not null,
      role text not null,
      mac bytea not null,
      granted_at timestamptz not null,
      primary key (administrator_id, tenant, role)
    );
    comment on table administrator_grant is 'the roles of administrators';
    comment on column administrator_grant.tenant is '* is the whole installation';
    comment on column administrator_grant.mac is
      'a MAC of administrator, tenant and role: a role that was added in the database counts for nothing';

    create table invitation (
      token_hash bytea primary key,
      id text not null unique,
      tenant text not null,
      role text not null,
      mac bytea not null,
      created_at timestamptz not null,
      created_by text not null,
      expires_at timestamptz not null,
      consumed_at timestamptz,
      consumed_by text
    );
    create index invitation_expiry on invitation (expires_at);
    comment on table invitation is 'one-time links that admit the person who follows them and logs in';
    comment on column invitation.token_hash is 'SHA-256 of the secret in the link';
    comment on column invitation.mac is 'a MAC of all that it grants';
    comment on column invitation.consumed_by is 'the administrator; set once, together with the grant';

    create table management_session (
      id_hash bytea primary key,
      administrator_id text not null references administrator (id) on delete cascade,
      mac bytea not null,
      created_at timestamptz not null,
      used_at timestamptz not null,
      authenticated_at timestamptz not null,
      expires_at timestamptz not null
    ) with (fillfactor = 70);
    create index management_session_expiry on management_session (expires_at);
    create index management_session_of_administrator on management_session (administrator_id);
    comment on table management_session is 'sessions of administrators in the console';
    comment on column management_session.id_hash is 'SHA-256 of the cookie''s value: a copy of the table opens no session';
    comment on column management_session.mac is 'a MAC of id_hash, administrator and times';
    comment on column management_session.used_at is 'written at most once a minute';
    comment on column management_session.authenticated_at is 'when the person last logged in at the issuer';

    create table management_login (
      state_hash bytea primary key,
      browser_hash bytea not null,
      sealed bytea not null,
      expires_at timestamptz not null
    );
    create index management_login_expiry on management_login (expires_at);
    comment on table management_login is 'logins of administrators that are under way; the callback deletes the row';
    comment on column management_login.browser_hash is 'SHA-256 of the cookie of the browser that began it';
    comment on column management_login.sealed is 'sealed JSON: nonce, PKCE verifier, return path, invitation';

    create table api_token (
      id text primary key,
      token_hash bytea not null unique,
      name text not null,
      tenant text not null,
      role text not null,
      permissions text[],
      mac bytea not null,
      created_at timestamptz not null,
      created_by text not null,
      expires_at timestamptz not null,
      used_at timestamptz
    ) with (fillfactor = 70);
    create index api_token_of_tenant on api_token (tenant, id);
    comment on table api_token is 'bearer tokens of scripts';
    comment on column api_token.token_hash is 'SHA-256 of the token';
    comment on column api_token.permissions is 'null: all of the role';
    comment on column api_token.mac is 'a MAC of the columns that decide what it may do';
    comment on column api_token.created_by is 'an administrator, a token, or the command line';
    comment on column api_token.used_at is 'written at most once a minute';

    alter table authentication_event add column document text;
    comment on column authentication_event.document is
      'of an event of management: who changed what, as JSON without secrets. Its hash is in the chain';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
