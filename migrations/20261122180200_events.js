/** The event log: one event for each outcome, and the chain of each tenant that seals them. */
export async function up(knex) {
  await knex.raw(`
    create table authentication_event (
      sequence bigint generated always as identity primary key,
      authentication_id text not null,
      tenant_id text not null,
      issuer text not null,
      client_id text not null,
      channel text not null,
      kind text not null,
      acr text not null,
      outcome text not null,
      hint text,
      address_from text,
      at timestamptz not null,
      event_mac bytea not null,
      position bigint,
      constraint authentication_event_one_each unique (authentication_id)
    );
    create index authentication_event_at on authentication_event (at);
    create unique index authentication_event_position
      on authentication_event (tenant_id, position) where position is not null;
    create index authentication_event_unsealed
      on authentication_event (sequence) where position is null;
    comment on table authentication_event is
      'one for each attempt with an outcome; outlives the attempt, and holds no person';
    comment on column authentication_event.outcome is 'identified, remembered (by a session), or why it ended';
    comment on column authentication_event.hint is 'the eID''s hint code for the ending; null without one';
    comment on column authentication_event.event_mac is
      'a MAC (message authentication code) of the event, written with the outcome; sealing verifies it';
    comment on column authentication_event.position is
      'in the chain of its tenant; null until it is sealed';

    create table event_seal (
      tenant_id text not null,
      number bigint not null,
      kind text not null,
      first_position bigint not null,
      last_position bigint not null,
      event_macs bytea[] not null,
      note text,
      key_name text not null,
      link_mac bytea not null,
      sealed_at timestamptz not null,
      primary key (tenant_id, number),
      constraint event_seal_kind check (kind in ('events', 'removal', 'restore'))
    );
    comment on table event_seal is 'the links of the chains';
    comment on column event_seal.number is '1 for the first link of a tenant, then without a gap';
    comment on column event_seal.kind is
      'events: seals a range of them; removal: older ones were removed; restore: the database came from a backup';
    comment on column event_seal.event_macs is 'a MAC of each event, in the order of the positions';
    comment on column event_seal.note is 'of a removal: the head that the last removed link made';
    comment on column event_seal.key_name is 'the key that made event_macs and link_mac';
    comment on column event_seal.link_mac is 'a MAC of all other columns and of the MAC of the link before';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
