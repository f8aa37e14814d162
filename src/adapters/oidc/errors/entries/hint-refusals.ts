import type { FailureCode } from '../../../../domain/failure.ts';
import { type Entry, MALFORMED } from '../entry.ts';

/** What we refuse of a `login_hint`, and of the text that it carries. */
export const HINT_REFUSALS = {
  'hint-too-many-words': {
    error: MALFORMED,
    description: 'login_hint has more than {limit} words',
    cause: 'The hint has more words, separated by spaces, than any request needs.',
    fix: 'Send the directives alone. A text for the person goes into message: in base64.',
  },
  'hint-malformed': {
    error: MALFORMED,
    description: 'login_hint has a malformed value for {directive}',
    cause: 'A directive that we know has a value that it cannot have.',
    fix: 'Compare the value with docs/login-hint.md. Directives that we do not know are ignored.',
  },
  'hint-separator': {
    error: MALFORMED,
    description: 'login_hint must be directives separated by one space',
    cause: 'The hint has two spaces in a row, one at an end, or another kind of white space.',
    fix: 'Join the directives with one ASCII space; encode the parameter once.',
  },
  'hint-contradiction': {
    error: MALFORMED,
    description: 'login_hint gives more than one value for {directive}',
    cause: 'The same directive came twice with different values.',
    fix: 'Send it once.',
  },
  'action-not-offered': {
    error: MALFORMED,
    description: 'action:{action} is not possible with this eID service and flow',
    cause: 'The eID service cannot do this, or not through this endpoint.',
    fix: 'Leave the action out or use another eID service; docs/login-hint.md lists what goes together.',
  },
  'message-missing': {
    error: MALFORMED,
    description: 'action:sign needs a message to sign',
    cause: 'The request asks for a signature and has no text.',
    fix: 'Add message: with the text in base64.',
  },
  'message-malformed': {
    error: MALFORMED,
    description: 'message must be base64 or base64url of UTF-8 text',
    cause: 'The message cannot be decoded; often a + that became a space in a URL.',
    fix: 'Encode the text as UTF-8, then as base64url, then the whole parameter for the URL.',
  },
  'message-empty': {
    error: MALFORMED,
    description: 'message must not be empty',
    cause: 'The directive message: has no value.',
    fix: 'Send a text, or leave the directive out.',
  },
  'message-too-long': {
    error: MALFORMED,
    description: 'message is longer than {limit} characters {measured}',
    cause: 'The text is longer than the eID shows for this action.',
    fix: 'Shorten it. The limits are in docs/login-hint.md.',
  },
  'message-too-many-parts': {
    error: MALFORMED,
    description: 'message has more than {limit} line breaks, | and * together',
    cause: 'The text to sign has more lines, cells of tables and strong words than a page shows.',
    fix: 'Use longer lines and fewer tables, or sign a hash of the document with nonVisibleData:.',
  },
  'message-forbidden-character': {
    error: MALFORMED,
    description:
      'message holds a character that is not allowed: U+{codePoint} at character {position}',
    cause:
      'The text has a character that an eID’s app does not show as it is: a control character or an invisible one.',
    fix: 'Remove the character with this code point.',
  },
  'message-gap': {
    error: MALFORMED,
    description:
      'message has more than {lines} line breaks or {characters} characters of white space in a row at character {position}',
    cause: 'White space in the text pushes what follows out of sight.',
    fix: 'Shorten the white space.',
  },
  'non-visible-data-malformed': {
    error: MALFORMED,
    description: 'nonVisibleData must be standard base64 with padding',
    cause:
      'The data goes to the eID as it came, and the eID takes no base64url and no base64 without padding; or a + became a space in a URL.',
    fix: 'Encode the data as base64 (+ and /, with =), then the whole parameter for the URL.',
  },
  'non-visible-data-too-long': {
    error: MALFORMED,
    description: 'nonVisibleData is longer than {limit} characters',
    cause: 'The data is longer, encoded, than the eID takes.',
    fix: 'Send a hash of the document instead of the document.',
  },
  'person-missing': {
    error: MALFORMED,
    description: 'login_hint must name the person with sub:ssn:',
    cause: 'A phone authentication reaches one person, and the request names nobody.',
    fix: 'Send login_hint=sub:ssn: followed by the national identity number.',
  },
  'person-malformed': {
    error: MALFORMED,
    description: 'login_hint names the person with something that is no national identity number',
    cause: 'The number has the wrong length, an impossible date or a wrong check digit.',
    fix: 'Send all its digits, with the century.',
  },
} as const satisfies Partial<Record<FailureCode, Entry>>;
