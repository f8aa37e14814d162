import { isIP } from 'node:net';

import { shownList, shownValue } from '../../../domain/shown-value.ts';
import { textOf } from '../request-fields.ts';
import type { Refused, SentValues } from './sent-parts.ts';

/** Directives whose values are words of a protocol, and never of a person. */
const OPEN: readonly string[] = ['action', 'scope', 'acr_values', 'appswitch'];
/** In words. */
const MOST = 12;

/** The directives of a `login_hint` by name, with the values that are no text and no number, and where it is torn. */
export function hintWords({ fields }: Refused): SentValues {
  const words = (textOf(fields.login_hint) ?? '').split(' ');
  const shown = words.slice(0, MOST).map((word) => {
    if (word === '') return 'an empty word (two spaces, or one at an end)';
    if (/\s/.test(word)) return 'a word with a tab or a line break';
    const colon = word.indexOf(':');
    if (colon === -1) return 'a word without a name';
    const name = word.slice(0, colon);
    return OPEN.includes(name) ? shownValue(word) : `${shownValue(name) ?? ''}:...`;
  });
  return { sent: `login_hint of ${shownList(shown) ?? 'no words'}` };
}

/** What came in place of an address, which is personal. */
export function addressKind(text: string): string {
  if (text.includes(',') || text.trim().includes(' ')) return 'a list of addresses';
  if (isIP(text.trim()) !== 0) return 'an address with a blank at an end';
  if (/^\[.*\](?::\d+)?$/.test(text)) return 'an IPv6 address in brackets';
  if (/^[\d.]+:\d+$/.test(text)) return 'an address with a port';
  if (text.includes('%')) return 'an address with a zone';
  return /[a-z]/i.test(text) && text.includes('.') ? 'a host name' : 'another text';
}
