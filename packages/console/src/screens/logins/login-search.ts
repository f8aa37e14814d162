/** The filters of the list of logins, as its address has them. */
export interface LoginSearch {
  readonly outcome?: string;
  readonly application?: string;
  readonly eid?: string;
  /** The key of an error in the catalogue. */
  readonly error?: string;
  readonly from?: string;
  readonly until?: string;
  /** A `state`, request id or trace id. */
  readonly search?: string;
}

const NAMES = ['outcome', 'application', 'eid', 'error', 'from', 'until', 'search'] as const;

/** The outcomes to choose from, as the API names them. */
export const LOGIN_OUTCOMES = [
  ...['pending', 'identified', 'remembered', 'refused', 'declined', 'not-opened', 'expired'],
  ...['superseded', 'blocked', 'app-unable', 'too-risky', 'other-browser', 'other-person'],
  ...['failed', 'lost', 'unverified'],
];

/** The known filters of an address. Anything else is dropped. */
export function checkLoginSearch(search: Readonly<Record<string, unknown>>): LoginSearch {
  const known = NAMES.flatMap((name) => {
    const value = search[name];
    // The router reads `?application=42` as a number.
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text !== '' ? [[name, text] as const] : [];
  });
  return Object.fromEntries(known);
}

const ALPHABET = /^[2-9A-HJKMNP-TV-Z]{8}$/;

/** The support code in a text that was typed or pasted, as `K7F2-QX9M`; undefined when it is none. */
export function supportCodeIn(text: string): string | undefined {
  const letters = text.toUpperCase().replaceAll(/[\s-]/g, '');
  if (!ALPHABET.test(letters)) return undefined;
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
