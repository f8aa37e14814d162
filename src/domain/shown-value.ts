/** Longer values are cut: a timeline is read by people. In characters. */
const LONGEST = 120;
const UNPRINTABLE = /[^\x20-\x7e]/g;
/** Six digits in a row may begin a person's number. */
const NUMBER = /\d{6,}/g;
const ADDRESS = /[^\s,;<>"]+@[^\s,;<>"]+/g;

/**
 * A value of a request, for a timeline: printable ASCII, short, without anything that may be a person's number or address.
 * Undefined for what is no text, and for a text that is empty.
 */
export function shownValue(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  // What is cut off is not read.
  const shown = value
    .slice(0, 4 * LONGEST)
    .replace(UNPRINTABLE, '?')
    .replace(ADDRESS, '(address)')
    .replace(NUMBER, '(number)');
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}...` : shown;
}

/** The same, of each; undefined without any. */
export function shownList(values: readonly unknown[]): string | undefined {
  const shown = values.flatMap((value) => shownValue(value) ?? []);
  return shown.length === 0 ? undefined : shown.join(', ').slice(0, 2 * LONGEST);
}

/** Scheme, host and path of a URL: a query and a fragment may have a secret. Undefined for what is no URL. */
export function shownUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { protocol, host, pathname, search } = new URL(value);
  const path = shownValue(pathname) ?? '';
  return `${protocol}${host === '' ? '' : `//${host}`}${path}${search === '' ? '' : '?...'}`;
}
