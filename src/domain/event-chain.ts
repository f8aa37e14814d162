/**
 * An event of the log as it is sealed: texts as the database has them, so that not a microsecond can change
 * unnoticed. Undefined is null.
 */
export interface SealedEvent {
  readonly position: number;
  readonly facts: EventFacts;
}

/** An event before it is sealed. */
export interface WrittenEvent {
  readonly facts: EventFacts;
  /** Its mark is ours. Otherwise it was added or changed in the database. */
  readonly isGenuine: boolean;
}

/** What an event says; its tenant is that of the chain. */
export interface EventFacts {
  readonly sequence: string;
  readonly authenticationId: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly channel: string;
  readonly kind: string;
  readonly acr: string;
  readonly outcome: string;
  readonly hint: string | undefined;
  readonly addressFrom: string | undefined;
  /** UTC, ISO 8601 with microseconds. */
  readonly at: string;
}

/**
 * What a link of a chain is there for.
 * - `events`: seals the events of its range
 * - `removal`: all up to a place, which its note tells, was removed because it was old; the chain begins after it
 * - `restore`: the database was taken from a backup; what the lost time had added is not there
 */
export type LinkKind = 'events' | 'removal' | 'restore';

/** What a link says, before it is sealed. */
export interface LinkFacts {
  readonly tenantId: string;
  /** 1 for the first of the tenant; the next one has the next number. */
  readonly number: number;
  readonly kind: LinkKind;
  /** Of its events; without events, the last position is the one before the first. */
  readonly firstPosition: number;
  readonly lastPosition: number;
  /** A keyed hash of each event, in the order of the positions. */
  readonly marks: readonly string[];
  /** Of a removal: the head that the last removed link made, as one word. */
  readonly note: string | undefined;
  readonly sealedAt: Date;
}

/** A link of a chain, sealed. */
export interface Link extends LinkFacts {
  /** Which key made the marks and the mac. */
  readonly keyName: string;
  readonly mac: string;
}

/** Where a chain stands: enough to recognise it later, kept elsewhere. */
export interface Head {
  readonly number: number;
  readonly position: number;
  readonly mac: string;
}

/** What stands before the first link. */
export const NO_HEAD: Head = { number: 0, position: 0, mac: '' };

/** The head that a link makes. */
export function headOf({ number, lastPosition, mac }: Link): Head {
  return { number, position: lastPosition, mac };
}

/**
 * The text over which the mark of an event is made, as JSON: its parts cannot run into one another. An event that we did
 * not write is sealed as such.
 */
export function markedText(tenantId: string, facts: EventFacts, isGenuine = true): string {
  const { sequence, authenticationId, issuer, clientId, channel, kind, acr } = facts;
  const { outcome, hint = null, addressFrom = null, at } = facts;
  const parts = [sequence, authenticationId, tenantId, issuer, clientId, channel, kind, acr];
  return JSON.stringify([
    isGenuine ? 'event' : 'forged event',
    1,
    ...parts,
    outcome,
    hint,
    addressFrom,
    at,
  ]);
}

/** The text over which the mac of a link is made; `before` is the mac of the one before it. */
export function linkedText(link: LinkFacts, before: string): string {
  const { tenantId, number, kind, firstPosition, lastPosition, marks, note = null } = link;
  const range = [firstPosition, lastPosition];
  return JSON.stringify([
    'link',
    1,
    before,
    tenantId,
    number,
    kind,
    ...range,
    marks,
    note,
    link.sealedAt.toISOString(),
  ]);
}

const HEAD = /^([\da-z]{1,10})\.([\da-z]{1,10})\.([\w-]*)$/;
/** Never as many digits in a row as a personal number has, which no log would show. */
const RADIX = 36;

/** A head as one word, for a log or a note. */
export function headText({ number, position, mac }: Head): string {
  return `${number.toString(RADIX)}.${position.toString(RADIX)}.${mac}`;
}

/** Reads it again; undefined when it is none. */
export function parseHead(text: string): Head | undefined {
  const [, number = '', position = '', mac] = HEAD.exec(text) ?? [];
  if (mac === undefined) return undefined;
  return { number: numberIn(number), position: numberIn(position), mac };
}

function numberIn(text: string): number {
  return Number.parseInt(text, RADIX);
}
