import { type Acr, parseAcr } from './acr.ts';
import { COMMON_DIRECTIVES, type DirectiveRule } from './directives.ts';
import { Failure } from './failure.ts';
import { ACTIONS, type Action } from './intent.ts';

/** A parsed, well-formed `login_hint`. The eID's own rules are checked elsewhere. */
export interface LoginHint {
  /** Values of `scope:`, in order, each once. */
  readonly scope: readonly string[];
  readonly acrValues: Acr | undefined;
  readonly action: Action | undefined;
  /** The value of `message:` as it was sent. */
  readonly message: string | undefined;
  /** The value of `nonVisibleData:` as it was sent. */
  readonly nonVisibleData: string | undefined;
  /** The national id of `sub:ssn:` or `sub:`, as it was sent. */
  readonly person: string | undefined;
  /** Directives of single eIDs and of SDKs, as they were sent: the eID of the request decides which apply. */
  readonly others: readonly Directive[];
}

/** One directive of a `login_hint`; the value is empty for one that stands alone. */
export interface Directive {
  readonly name: string;
  readonly value: string;
}

/** The hint of a request without `login_hint`. */
export const NO_LOGIN_HINT: LoginHint = {
  scope: [],
  acrValues: undefined,
  action: undefined,
  message: undefined,
  nonVisibleData: undefined,
  person: undefined,
  others: [],
};

/** The directives with a member of `LoginHint`; the others stay as they were sent. */
const OWN = ['scope', 'acr_values', 'action', 'message', 'nonVisibleData', 'sub:ssn', 'sub'];

/** `sub:ssn` and `sub` are one directive: their values are compared together. */
const READ_HERE = COMMON_DIRECTIVES.filter(({ name }) => name !== 'sub:ssn');

/** Several times the number of all directives. */
const MAX_WORDS = 200;

const BASE64_WORD = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * Reads a `login_hint`: words separated by exactly one ASCII space. Words that are no directives are ignored. In a hint
 * with a directive, two spaces in a row, or a space at either end, are refused. A directive may be repeated with the
 * same value; `scope` with any.
 *
 * In a form, a `+` that is not percent-encoded arrives as a space and would cut a text in base64 short. So a directive
 * with such a text is refused when the next word could be the rest.
 *
 * `rules`: the directives of all eIDs, as `EidCatalogue` orders them.
 * @throws {Failure} hint-too-many-words, hint-separator, hint-malformed, hint-contradiction
 */
export function parseLoginHint(text: string, rules: readonly DirectiveRule[]): LoginHint {
  // One more than allowed; later words are not read.
  const texts = text.split(' ', MAX_WORDS + 1);
  if (texts.length > MAX_WORDS) {
    throw new Failure('hint-too-many-words', { values: { limit: MAX_WORDS } });
  }
  const directives = texts
    .map((word) => directiveIn(word, rules))
    .filter((one) => one !== undefined);
  if (directives.length === 0) return NO_LOGIN_HINT;
  refuseTornBase64(texts, rules);
  if (texts.includes('')) throw new Failure('hint-separator');
  validateDirectives(directives, READ_HERE);
  return loginHintIn(directives);
}

function loginHintIn(directives: readonly Directive[]): LoginHint {
  const acr = one(directives, 'acr_values');
  const action = one(directives, 'action');
  return {
    scope: [...new Set(valuesOf(directives, 'scope'))],
    acrValues: acr === undefined ? undefined : parseAcr(acr),
    action: ACTIONS.find((known) => known === action),
    message: one(directives, 'message'),
    nonVisibleData: one(directives, 'nonVisibleData'),
    person: oneValue([...valuesOf(directives, 'sub:ssn'), ...valuesOf(directives, 'sub')], 'sub'),
    others: directives.filter(({ name }) => !OWN.includes(name)),
  };
}

function one(directives: readonly Directive[], name: string): string | undefined {
  return oneValue(valuesOf(directives, name), name);
}

function valuesOf(directives: readonly Directive[], name: string): readonly string[] {
  return directives.filter((directive) => directive.name === name).map(({ value }) => value);
}

function refuseTornBase64(texts: readonly string[], rules: readonly DirectiveRule[]): void {
  const written = texts.filter((text) => text !== '');
  for (const [at, text] of written.entries()) {
    const directive = directiveIn(text, rules)?.name;
    if (directive !== 'message' && directive !== 'nonVisibleData') continue;
    const next = written[at + 1];
    if (next === undefined || !BASE64_WORD.test(next)) continue;
    if (directiveIn(next, rules) !== undefined) continue;
    throw new Failure('hint-malformed', { values: { directive } });
  }
}

/** Reads one word of a `login_hint`; undefined when it is none of these directives. */
export function directiveIn(text: string, rules: readonly DirectiveRule[]): Directive | undefined {
  const rule = rules.find(
    ({ name, value }) => text.startsWith(`${name}:`) || (value.optional && text === name),
  );
  return rule && { name: rule.name, value: text.slice(rule.name.length + 1) };
}

/**
 * Validates the directives that have one of these rules. Directives of other eIDs are not validated: SDKs send some with
 * every request.
 * @throws {Failure} hint-malformed, hint-contradiction
 */
export function validateDirectives(
  directives: readonly Directive[],
  rules: readonly DirectiveRule[],
): void {
  for (const { name, value } of rules) {
    const values = directives.filter((one) => one.name === name).map((one) => one.value);
    if (!values.every(value.fits))
      throw new Failure('hint-malformed', { values: { directive: name } });
    if (name !== 'scope') oneValue(values, name);
  }
}

/**
 * The one distinct value; undefined when there is none.
 * @throws {Failure} hint-contradiction
 */
export function oneValue(values: readonly string[], directive: string): string | undefined {
  const [value, other] = new Set(values);
  if (other !== undefined) throw new Failure('hint-contradiction', { values: { directive } });
  return value;
}
