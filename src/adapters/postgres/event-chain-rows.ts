import {
  type EventFacts,
  type Head,
  type Link,
  type LinkKind,
  NO_HEAD,
  type SealedEvent,
  type WrittenEvent,
} from '../../domain/event-chain.ts';
import type { EventMarks } from './event-marks.ts';

/** The columns of an event, with the names of `EventRow`. */
export const EVENT_COLUMNS = `sequence::text as sequence, authentication_id, tenant_id, issuer, client_id, door, kind,
  acr, outcome, hint, address_from, position, mark,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`;

/** An event as the database hands it out: its moment as text, which loses nothing. */
export interface EventRow {
  readonly sequence: string;
  readonly authentication_id: string;
  readonly tenant_id: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly door: string;
  readonly kind: string;
  readonly acr: string;
  readonly outcome: string;
  readonly hint: string | null;
  readonly address_from: string | null;
  readonly position: string | null;
  readonly at: string;
  readonly mark: Buffer;
}

/** A link as the database hands it out; bigints come as text. */
export interface LinkRow {
  readonly tenant_id: string;
  readonly number: string;
  readonly kind: LinkKind;
  readonly first_position: string;
  readonly last_position: string;
  readonly marks: readonly Buffer[];
  readonly note: string | null;
  readonly key_name: string;
  readonly mac: Buffer;
  readonly sealed_at: Date;
}

/** An event without a place, and the last link of its tenant, which may have none. */
export interface UnsealedRow extends EventRow {
  readonly number: string | null;
  readonly last_position: string | null;
  readonly mac: Buffer | null;
}

/** What an event says. */
export function factsOf(row: EventRow): EventFacts {
  const { sequence, issuer, door, kind, acr, outcome, at } = row;
  return {
    ...{ sequence, issuer, door, kind, acr, outcome, at },
    authenticationId: row.authentication_id,
    clientId: row.client_id,
    hint: row.hint ?? undefined,
    addressFrom: row.address_from ?? undefined,
  };
}

/** What an event says, and whether we wrote it. */
export function writtenOf(row: EventRow, marks: EventMarks): WrittenEvent {
  const facts = factsOf(row);
  return { facts, isGenuine: marks.isGenuine(row.tenant_id, facts, row.mark) };
}

/** Behind which head its link goes. */
export function headBefore(row: UnsealedRow | undefined): Head {
  const { number = null, last_position: position, mac = null } = row ?? {};
  if (number === null || mac === null) return NO_HEAD;
  return { number: Number(number), position: Number(position), mac: mac.toString('base64url') };
}

/** An event with its place. */
export function sealedEventOf(row: EventRow): SealedEvent {
  return { position: Number(row.position), facts: factsOf(row) };
}

/** Reads a link. */
export function linkOf(row: LinkRow): Link {
  return {
    tenantId: row.tenant_id,
    number: Number(row.number),
    kind: row.kind,
    firstPosition: Number(row.first_position),
    lastPosition: Number(row.last_position),
    marks: row.marks.map((mark) => mark.toString('base64url')),
    note: row.note ?? undefined,
    keyName: row.key_name,
    mac: row.mac.toString('base64url'),
    sealedAt: row.sealed_at,
  };
}

/** Writes one for JSON, in which PostgreSQL reads bytes as hexadecimal digits. */
export function linkRowOf(link: Link): Record<keyof LinkRow, unknown> {
  return {
    tenant_id: link.tenantId,
    number: link.number,
    kind: link.kind,
    first_position: link.firstPosition,
    last_position: link.lastPosition,
    marks: link.marks.map(byteaOf),
    note: link.note,
    key_name: link.keyName,
    mac: byteaOf(link.mac),
    sealed_at: link.sealedAt,
  };
}

function byteaOf(base64url: string): string {
  return `\\x${Buffer.from(base64url, 'base64url').toString('hex')}`;
}
