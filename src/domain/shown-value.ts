/** Longer values are cut: a timeline is read by people. In characters. */
const LONGEST = 120;
const UNPRINTABLE = /[^\x20-\x7e]/g;
/** Six digits may be a person's number, also with blanks or signs between them. What hangs on them belongs to it. */
const NUMBER = /(?:\d[\s.:+/_-]{0,2}){5,}\d(?:[.+/_-]?[A-Za-z\d]+)?/g;
const IP_ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?$/;
const ADDRESS = /[^\s,;<>"/]+@[^\s,;<>"/]+/g;
/** A JWT, or a run of random characters: words have no digits among capitals for so long. */
const TOKEN = /eyJ[\w.-]*|[A-Za-z\d]{30,}/g;
const LONG_WORD = /[\w~+-]{24,}/g;

/**
 * A value of a request, for a timeline: printable ASCII, short, without anything that may be a person's number or address,
 * or a token. Undefined for what is no text, and for a text that is empty.
 */
export function shownValue(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  // What is cut off is not read.
  const text = value.slice(0, 4 * LONGEST);
  const decoded = fullyDecoded(text);
  const isPersonal = stripped(decoded) !== decoded;
  const shown = stripped(isPersonal ? decoded : text).replace(UNPRINTABLE, '?');
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}...` : shown;
}

function stripped(text: string): string {
  return text
    .replace(ADDRESS, '(address)')
    .replace(NUMBER, '(number)')
    .replace(TOKEN, '(token)')
    .replace(LONG_WORD, (word) => (/\d/.test(word) && /[A-Za-z]/.test(word) ? '(token)' : word));
}

/** Without percent signs, however often it was encoded; a malformed one stays. */
function fullyDecoded(text: string): string {
  const decoded = text.replace(/%([\da-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decoded === text ? text : fullyDecoded(decoded);
}

/** The same, of each; undefined without any. */
export function shownList(values: readonly unknown[]): string | undefined {
  const shown = values.flatMap((value) => shownValue(value) ?? []);
  return shown.length === 0 ? undefined : shown.join(', ').slice(0, 2 * LONGEST);
}

/**
 * Scheme, host and path of a URL: userinfo, query and fragment may have a secret, and so may the rest of a URI without host,
 * unless its scheme is a reversed domain name. Undefined for what is no URL.
 */
export function shownUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { protocol, host, pathname, search } = new URL(value);
  const rest = search === '' ? '' : '?...';
  const isOpaque = host === '' && !pathname.startsWith('/');
  if (isOpaque && !protocol.includes('.')) return 'a URI without host';
  const path = pathname.split('/').map((part) => shownValue(part) ?? '');
  const shownHost = host === '' ? '' : `//${IP_ADDRESS.test(host) ? host : shownValue(host)}`;
  const shown = `${shownValue(protocol)}${shownHost}${path.join('/')}${rest}`;
  return shown.length > 2 * LONGEST ? `${shown.slice(0, 2 * LONGEST)}...` : shown;
}
