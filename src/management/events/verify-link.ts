import {
  eventText,
  type Head,
  type Link,
  linkText,
  type SealedEvent,
} from '../../domain/event-chain.ts';
import { groupedBy } from '../../domain/grouped-by.ts';
import type { ChainMacs } from '../../ports/events.ts';

/** A difference from the sealed chain. */
export interface ChainFault {
  /**
   * - `changed`, `missing`, `inserted`, `reordered`: events, at these positions
   * - `forged`: events that the service did not write; sealing recognised them
   * - `link-changed`: the link itself; it proves nothing about its events
   * - `links-missing`: links before this one
   * - `unknown-key`: the key that made the link was not given
   * - `stored-head`: the head that was stored elsewhere is not in the chain
   */
  readonly what:
    | 'changed'
    | 'missing'
    | 'inserted'
    | 'reordered'
    | 'forged'
    | 'link-changed'
    | 'links-missing'
    | 'unknown-key'
    | 'stored-head';
  /** The number of the link. */
  readonly link: number | undefined;
  readonly positions: readonly number[];
  readonly texts: string;
}

/** A link, the head before it, and the events at its positions. */
interface LinkToVerify {
  readonly link: Link;
  readonly before: Head;
  readonly events: readonly SealedEvent[];
  readonly macs: ChainMacs;
}

/** Verifies a link and its events: the number of intact events, and the differences. */
export function verifyLink(link: LinkToVerify): {
  readonly intact: number;
  readonly faults: readonly ChainFault[];
} {
  const fault = linkFault(link);
  if (fault !== undefined && fault.what !== 'links-missing') return { intact: 0, faults: [fault] };
  const { intact, faults } = verifyEvents(link);
  return { intact, faults: fault === undefined ? faults : [fault, ...faults] };
}

function linkFault({ link, before, macs }: LinkToVerify): ChainFault | undefined {
  const fault = { link: link.number, positions: [] };
  if (link.number !== before.number + 1) {
    const missing = `${before.number + 1} to ${link.number - 1}`;
    return { ...fault, what: 'links-missing', texts: `links ${missing} are missing` };
  }
  const mac = macs.of('link', linkText(link, before.mac), link.keyName);
  if (mac === undefined) {
    const texts = `link ${link.number} was made with the key ${link.keyName}, which was not given`;
    return { ...fault, what: 'unknown-key', texts };
  }
  const range = link.lastPosition - link.firstPosition + 1;
  const follows = link.firstPosition === before.position + 1 && link.eventMacs.length === range;
  if (mac === link.mac && follows) return undefined;
  return { ...fault, what: 'link-changed', texts: `link ${link.number} was changed` };
}

function verifyEvents({ link, events, macs }: LinkToVerify): {
  readonly intact: number;
  readonly faults: readonly ChainFault[];
} {
  const { number, tenantId, firstPosition, eventMacs, keyName } = link;
  const found = groupedBy(events, ({ position }) => position);
  const known = new Set(eventMacs);
  const verdicts = eventMacs.flatMap((eventMac, index) => {
    const position = firstPosition + index;
    const here = found.get(position) ?? [];
    const eventMacsOf = (isGenuine: boolean) =>
      here.map(({ facts }) => macs.of('event', eventText(tenantId, facts, isGenuine), keyName));
    if (here.length === 1 && eventMacsOf(false)[0] === eventMac)
      return [{ what: 'forged', position }];
    return verdictsOf(eventMacsOf(true), eventMac, known).map((what) => ({ what, position }));
  });
  const positionsOf = (what: Verdict) =>
    verdicts.filter((verdict) => verdict.what === what).map(({ position }) => position);
  const faults = EVENT_FAULTS.flatMap((what) => {
    const positions = positionsOf(what);
    const texts = `${what} at ${rangesOf(positions)}`;
    return positions.length === 0 ? [] : [{ what, link: number, positions, texts }];
  });
  return { intact: positionsOf('intact').length, faults };
}

const EVENT_FAULTS = ['changed', 'missing', 'inserted', 'reordered', 'forged'] as const;
type Verdict = 'intact' | (typeof EVENT_FAULTS)[number];

/** The verdicts on the events at one position, where only one may be. */
function verdictsOf(
  own: readonly (string | undefined)[],
  eventMac: string,
  known: ReadonlySet<string>,
): readonly Verdict[] {
  const [only, ...others] = own;
  if (only === undefined) return ['missing'];
  if (others.length > 0) {
    const isIncluded = own.includes(eventMac);
    return isIncluded ? ['intact', 'inserted'] : ['changed', 'inserted'];
  }
  if (only === eventMac) return ['intact'];
  return [known.has(only) ? 'reordered' : 'changed'];
}

/** `3, 5 to 9`. */
function rangesOf(positions: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const position of positions) {
    const run = runs.at(-1);
    if (run !== undefined && run.last + 1 === position) run.last = position;
    else runs.push({ first: position, last: position });
  }
  return runs
    .map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`))
    .join(', ');
}
