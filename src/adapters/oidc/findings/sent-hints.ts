import { isIP } from 'node:net';

import { ACTIONS } from '../../../domain/intent.ts';
import { shownList } from '../../../domain/shown-value.ts';
import { textOf } from '../request-fields.ts';
import { isLike } from './sent-kinds.ts';
import type { Refused, SentValues } from './sent-parts.ts';

/** Directives whose values are words of a protocol, and never of a person. */
const OPEN: readonly string[] = ['action', 'appswitch'];
const WORDS: readonly string[] = [...ACTIONS, 'android', 'ios', 'browser'];
/** In words. */
const MOST = 12;

/** The directives of a `login_hint` by name, with the values that are no text and no number, and where it is torn. */
export function hintWords({ fields, deps }: Refused): SentValues {
  const { catalogue } = deps.configuration;
  const words = (textOf(fields.login_hint) ?? '').split(' ');
  const shown = words.slice(0, MOST).map((word) => {
    if (word === '') return 'an empty word (two spaces, or one at an end)';
    if (/\s/.test(word)) return 'a word with a tab or a line break';
    const colon = word.indexOf(':');
    if (colon === -1) return 'a word without a name';
    const rule = catalogue.directives.find(({ name }) => word.startsWith(`${name}:`));
    if (rule === undefined) return 'a word with an unknown name';
    const value = word.slice(rule.name.length + 1);
    const isShown = OPEN.includes(rule.name) && isLike(value, WORDS);
    return isShown ? word : `${rule.name}:...`;
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
