import type { Channel } from './authentication.ts';
import type { EidOffer, PhoneRules, TextRules } from './eid-offer.ts';
import { Failure } from './failure.ts';
import type { Intent, Kind, ShownText } from './intent.ts';
import { type LoginHint, validateDirectives } from './login-hint.ts';
import { marksIn, usesMarkdown } from './markdown.ts';
import {
  type EncodedText,
  readBindingMessage,
  readMessage,
  readNonVisibleData,
} from './message-text.ts';

/** In a text to sign. A text of full size with lines of 60 characters and several tables has a third of them. */
const MAX_MARKS = 1_500;

/** The eID and channel for which a login hint is validated. */
export interface IntentContext {
  readonly offer: EidOffer;
  readonly channel: Channel;
  /** As granted; absent: no more than the login itself. */
  readonly scope?: readonly string[];
  readonly now: Date;
}

/** The parameters of a CIBA request beside its login hint. */
export interface PhoneContext {
  readonly offer: EidOffer;
  readonly bindingMessage: string | undefined;
  readonly now: Date;
}

/**
 * The intent of a login hint, by the rules of the eID. A message or data that the eID does not take is ignored. A
 * signature or a named person is never ignored.
 * @throws {Failure} hint-malformed, hint-contradiction, hint-needs-other, action-not-offered, person-malformed, and all of
 * `message-*` and `non-visible-data-*`
 */
export function intentOf(loginHint: LoginHint, context: IntentContext): Intent {
  const { offer, channel, scope = [], now } = context;
  validateDirectives(loginHint.others, offer.directives);
  const kind: Kind = loginHint.action === 'sign' ? 'signature' : 'authentication';
  const rules = offer.texts[kind];
  if (rules === undefined || (kind === 'signature' && channel === 'ciba')) throw cannotSign();
  if (kind === 'signature' && loginHint.message === undefined) throw new Failure('message-missing');
  const text = textIn(loginHint, kind, rules);
  const person = personIn(loginHint, offer, now);
  const action = loginHint.action ?? 'login';
  const used = directivesIn(loginHint, offer);
  const other = offer.contradictionIn?.({ scope, person, directives: used.directives ?? {} });
  if (other !== undefined) throw new Failure('hint-needs-other', { values: { ...other } });
  return { kind, action, text, person, ...used };
}

/**
 * The intent of a CIBA request. Its text is the binding message. There is no page, so an action changes no texts.
 * @throws {Failure} hint-malformed, hint-contradiction, eid-not-offered, action-not-offered, person-missing,
 * person-malformed, message-beside-binding-message, binding-message-not-taken, and all of `binding-message-*` and `non-visible-data-*`
 */
export function phoneIntentOf(loginHint: LoginHint, context: PhoneContext): Intent {
  const { offer, bindingMessage, now } = context;
  validateDirectives(loginHint.others, offer.directives);
  const rules = offer.texts.phone;
  if (rules === undefined) throw new Failure('eid-not-offered');
  if (loginHint.action === 'sign') throw cannotSign();
  if (loginHint.message !== undefined) throw new Failure('message-beside-binding-message');
  const person = personIn(loginHint, offer, now);
  if (person === undefined) throw new Failure('person-missing');
  const visible = bindingTextIn(bindingMessage, rules);
  const nonVisible = nonVisibleIn(loginHint, rules);
  const text: ShownText | undefined =
    visible === undefined ? undefined : { visible, format: 'plaintext', nonVisible };
  const action = loginHint.action ?? 'login';
  return { kind: 'authentication', action, text, person, ...directivesIn(loginHint, offer) };
}

/** Undefined for an eID that words the message itself: an application must not believe that its text is shown. */
function bindingTextIn(text: string | undefined, { message }: PhoneRules): string | undefined {
  if (message !== undefined) return readBindingMessage(text, message).base64;
  if (text !== undefined) throw new Failure('binding-message-not-taken');
  return undefined;
}

function textIn(loginHint: LoginHint, kind: Kind, rules: TextRules): ShownText | undefined {
  const message = messageIn(loginHint, rules);
  const nonVisible = nonVisibleIn(loginHint, rules);
  if (message === undefined && nonVisible === undefined) return undefined;
  const formatted = kind === 'signature' && message !== undefined && isFormatted(message);
  return {
    visible: message?.base64,
    format: formatted ? 'markdown' : 'plaintext',
    nonVisible,
  };
}

/** Every page renders the text, so its cost is bounded before it is parsed. */
function isFormatted({ text }: EncodedText): boolean {
  if (marksIn(text) > MAX_MARKS) {
    throw new Failure('message-too-many-parts', { values: { limit: MAX_MARKS } });
  }
  return usesMarkdown(text);
}

function messageIn({ message }: LoginHint, rules: TextRules): EncodedText | undefined {
  if (message === undefined || rules.message === undefined) return undefined;
  return readMessage(message, rules.message);
}

function nonVisibleIn({ nonVisibleData }: LoginHint, rules: TextRules): string | undefined {
  if (nonVisibleData === undefined || rules.nonVisibleData === undefined) return undefined;
  return readNonVisibleData(nonVisibleData, rules.nonVisibleData);
}

function personIn({ person }: LoginHint, offer: EidOffer, now: Date): string | undefined {
  if (person === undefined) return undefined;
  const nationalId = offer.nationalNumber?.parse(person, now);
  if (nationalId === undefined) throw notAPerson(person, offer, now);
  return nationalId;
}

/** Names the check that failed, never a digit. */
function notAPerson(person: string, { nationalNumber }: EidOffer, now: Date): Failure {
  if (nationalNumber === undefined) return new Failure('person-malformed', NO_NUMBERS);
  const fault = nationalNumber.faultOf?.(person, now) ?? 'form';
  const sent = `${person.length} characters, ${person.replace(/\D/g, '').length} of them digits`;
  const facts = { sent, expected: nationalNumber.type };
  return new Failure('person-malformed', { reason: `person-${fault}`, facts });
}

const NO_NUMBERS = {
  reason: 'person-not-taken',
  facts: { sent: 'sub:ssn: in login_hint', expected: 'no sub:ssn: for this eID' },
} as const;

function cannotSign(): Failure {
  return new Failure('action-not-offered', { values: { action: 'sign' } });
}

/** Directives of other eIDs, and those without an effect, are left out. */
function directivesIn({ others }: LoginHint, offer: EidOffer): Pick<Intent, 'directives'> {
  const used = offer.directives.filter(({ effect }) => effect === 'used');
  const values = others.filter(({ name }) => used.some((rule) => rule.name === name));
  if (values.length === 0) return {};
  return { directives: Object.fromEntries(values.map(({ name, value }) => [name, value])) };
}
