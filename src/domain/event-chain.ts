import type { SupportCode } from './support-code.ts';

/** A sealed event. Its facts are texts as the database has them, so that a changed microsecond is detected. */
export interface SealedEvent {
  readonly position: number;
  readonly facts: EventFacts;
}

/** An event before it is sealed. */
export interface WrittenEvent {
  readonly facts: EventFacts;
  /** True when the service wrote it; false when it was added or changed in the database. */
  readonly isGenuine: boolean;
}

/** The content of an event; its tenant is that of the chain. Undefined is null in the database. */
export interface EventFacts {
  readonly sequence: string;
  readonly authenticationId: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly channel: string;
  readonly kind: string;
  readonly acr: string;
  readonly outcome: string;
  /** The eID's hint code for an ending. */
  readonly hintCode: string | undefined;
  /** Of its login; no MAC covers it. */
  readonly supportCode?: SupportCode | undefined;
  readonly addressFrom: string | undefined;
  /** UTC, ISO 8601 with microseconds. */
  readonly at: string;
}

/**
 * The purpose of a link.
 * - `events`: seals the events of its range
 * - `removal`: everything up to the head in its note was removed because it was old; the chain begins after that
 * - `restore`: the database was restored from a backup; events of the lost time are missing
 */
export type LinkKind = 'events' | 'removal' | 'restore';

/** The content of a link, before it is sealed. */
export interface LinkFacts {
  readonly tenantId: string;
  /** 1 for the first of the tenant; the next one has the next number. */
  readonly number: number;
  readonly kind: LinkKind;
  /** The range of its events; without events, the last position is the one before the first. */
  readonly firstPosition: number;
  readonly lastPosition: number;
  /** The MAC of each event, ordered by position. */
  readonly eventMacs: readonly string[];
  /** Of a removal: the head that the last removed link made, as one word. */
  readonly note: string | undefined;
  readonly sealedAt: Date;
}

/** A link of a chain, sealed. */
export interface Link extends LinkFacts {
  /** The key that made the MACs. */
  readonly keyName: string;
  /** The MAC of the link itself. */
  readonly mac: string;
}

/** The end of a chain. A copy elsewhere proves later that the chain was neither cut off nor rebuilt. */
export interface Head {
  readonly number: number;
  readonly position: number;
  readonly mac: string;
}

/** The head before the first link. */
export const NO_HEAD: Head = { number: 0, position: 0, mac: '' };

/** The head after a link. */
export function headOf({ number, lastPosition, mac }: Link): Head {
  return { number, position: lastPosition, mac };
}

/**
 * The text that the MAC of an event covers. JSON keeps its parts apart. A forged event is sealed as forged.
 */
export function eventText(tenantId: string, facts: EventFacts, isGenuine = true): string {
  const { sequence, authenticationId, issuer, clientId, channel, kind, acr } = facts;
  const { outcome, hintCode = null, addressFrom = null, at } = facts;
  const parts = [sequence, authenticationId, tenantId, issuer, clientId, channel, kind, acr];
  return JSON.stringify([
    isGenuine ? 'event' : 'forged event',
    1,
    ...parts,
    outcome,
    hintCode,
    addressFrom,
    at,
  ]);
}

/** The text that the MAC of a link covers; `before` is the MAC of the previous link. */
export function linkText(link: LinkFacts, before: string): string {
  const { tenantId, number, kind, firstPosition, lastPosition, eventMacs, note = null } = link;
  const range = [firstPosition, lastPosition];
  return JSON.stringify([
    'link',
    1,
    before,
    tenantId,
    number,
    kind,
    ...range,
    eventMacs,
    note,
    link.sealedAt.toISOString(),
  ]);
}

const HEAD = /^([\da-z]{1,10})\.([\da-z]{1,10})\.([\w-]*)$/;
/** In base 36 no sequence of digits is as long as a personal number, which the log would redact. */
const RADIX = 36;

/** A head as one word, for a log or a note. */
export function headText({ number, position, mac }: Head): string {
  return `${number.toString(RADIX)}.${position.toString(RADIX)}.${mac}`;
}

/** Reads a head that `headText` wrote; undefined for any other text. */
export function parseHead(text: string): Head | undefined {
  const [, number = '', position = '', mac] = HEAD.exec(text) ?? [];
  if (mac === undefined) return undefined;
  return { number: numberIn(number), position: numberIn(position), mac };
}

function numberIn(text: string): number {
  return Number.parseInt(text, RADIX);
}
