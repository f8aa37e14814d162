import { parseAcr } from './acr.ts';
import { isScopeToken } from './claims.ts';
import { ACTIONS } from './intent.ts';

/** One kind of directive in a `login_hint`: of all eIDs, of one eID, or of the SDKs. */
export interface DirectiveRule {
  /** The text before the value, without the last colon. */
  readonly name: string;
  readonly effect: 'used' | 'no effect yet';
  readonly value: DirectiveValue;
}

/** The values of a directive. */
export interface DirectiveValue {
  /** A description for the documentation. */
  readonly form: string;
  /** True for a well-formed value. The eID's own limits, such as lengths, are checked elsewhere. */
  readonly fits: (value: string) => boolean;
  /** The name alone is a directive too, with an empty value. */
  readonly optional: boolean;
}

const ANY = { form: 'text', fits: () => true, optional: false };

/** The directives of all eIDs. An eID that takes no text, or no named person, ignores a text and refuses a person. */
export const COMMON_DIRECTIVES: readonly DirectiveRule[] = [
  used('scope', { form: 'one scope', fits: isScopeToken, optional: false }),
  used('acr_values', { form: 'one acr value', fits: isAcr, optional: false }),
  used('action', oneOf(...ACTIONS)),
  used('message', { ...ANY, form: 'base64 or base64url of UTF-8' }),
  used('nonVisibleData', { ...ANY, form: 'standard base64, padded' }),
  used('sub:ssn', { ...ANY, form: 'national identity number' }),
  used('sub', { ...ANY, form: 'national identity number' }),
  later('mobile:continue_button', oneOf('never')),
  later('css_path', pattern('path', /./)),
];

/** A directive with an effect. */
export function used(name: string, value: DirectiveValue): DirectiveRule {
  return { name, effect: 'used', value };
}

/** A directive that is validated, and has no effect yet. */
export function later(name: string, value: DirectiveValue): DirectiveRule {
  return { name, effect: 'no effect yet', value };
}

/** One of these values. */
export function oneOf(...values: readonly string[]): DirectiveValue {
  return { form: values.join(', '), fits: (value) => values.includes(value), optional: false };
}

/** A value that matches. */
export function pattern(form: string, regExp: RegExp): DirectiveValue {
  return { form, fits: (value) => regExp.test(value), optional: false };
}

function isAcr(text: string): boolean {
  return parseAcr(text) !== undefined;
}
