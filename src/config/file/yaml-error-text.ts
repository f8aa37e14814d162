import type { ErrorCode } from 'yaml';

/** The parser's faults in plain words. They never quote the text, which may be a secret. */
const WORDS: Readonly<Record<Exclude<ErrorCode, 'MISSING_CHAR'>, string>> = {
  ALIAS_PROPS: 'an alias (*) cannot have a tag or an anchor of its own',
  BAD_ALIAS: 'an alias (*) needs a name',
  BAD_COLLECTION_TYPE: 'a tag does not go with this list or mapping',
  BAD_DIRECTIVE: 'a line that begins with % is a directive of YAML, and this one is unknown',
  BAD_DQ_ESCAPE: 'in double quotes a backslash begins an escape, and this one is unknown',
  BAD_INDENT: 'this line is indented differently from its neighbours',
  BAD_PROP_ORDER: 'a tag or an anchor stands in the wrong place',
  BAD_SCALAR_START: 'a text cannot begin with this character: put it in quotes',
  BLOCK_AS_IMPLICIT_KEY:
    'one line has two keys: put the next one on a line of its own, or a text with ": " in quotes',
  BLOCK_IN_FLOW:
    'a list with dashes or a mapping over several lines cannot stand inside [ ] or { }',
  DUPLICATE_KEY: 'this key is there twice',
  IMPOSSIBLE: 'this line cannot be read',
  KEY_OVER_1024_CHARS: 'a key is longer than 1024 characters, or a colon is missing before',
  MULTILINE_IMPLICIT_KEY: 'a key must be on one line: a colon may be missing, or a quotation mark',
  MULTIPLE_ANCHORS: 'a value can have one anchor (&) only',
  MULTIPLE_DOCS: 'a line --- begins a second document: one file has one',
  MULTIPLE_TAGS: 'a value can have one tag (!) only',
  NON_STRING_KEY: 'a key must be a text',
  RESOURCE_EXHAUSTION: 'lists or mappings stand inside one another too often',
  TAB_AS_INDENT: 'a tab indents this line: use spaces',
  TAG_RESOLVE_FAILED: 'a text with an exclamation mark (!) at its start must be in quotes',
  UNEXPECTED_TOKEN:
    'something here was not expected: a dash, comma, bracket or quotation mark too many',
};

/** The fault in words. The parser's message, of a fixed form, says which character is missing. */
export function yamlErrorText(code: ErrorCode, message: string): string {
  const [, closing] = /end with a ([\]}])$/.exec(message) ?? [];
  if (closing !== undefined) return `a closing ${closing} is missing`;
  if (code !== 'MISSING_CHAR') return WORDS[code];
  if (/quote/.test(message)) return 'a closing quotation mark is missing';
  if (/Missing ,/.test(message)) return 'a comma is missing between two values';
  if (/space/.test(message)) return 'a space is missing';
  return 'a character such as a colon or a comma is missing';
}
