import type { HintCodes } from '../../../../domain/hint-code.ts';
import type { Finding } from '../../../../domain/login-timeline.ts';
import type { Ending } from '../../../../domain/progress.ts';
import type { StatusTextContext } from '../../../../ports/eid.ts';

const ENDINGS: ReadonlyMap<string, Ending> = new Map([
  ['USER_CANCELLED', 'declined'],
  ['TIMEOUT', 'expired'],
  ['PHONE_ABSENT', 'expired'],
  ['NOT_MID_CLIENT', 'blocked'],
  // The SIM card does not fit the operator's record: only the operator can help.
  ['SIGNATURE_HASH_MISMATCH', 'blocked'],
  ['DELIVERY_ERROR', 'failed'],
  ['SIM_ERROR', 'failed'],
]);

/** Why a session ended. An unknown result is a failure without a better name. */
export function endingOf(result: string): Ending {
  return ENDINGS.get(result) ?? 'failed';
}

/** Reads a word of an answer; it is passed on to applications as it is. */
export function parseWord(value: unknown): string {
  return typeof value === 'string' && /^[A-Z_]{1,64}$/.test(value) ? value : 'unknown';
}

const UNDELIVERED: Finding = {
  cause:
    'The mobile operator could not deliver the request to the phone, or the phone did not take it.',
  fix: 'The person checks that the phone is on, has reception and the right SIM card, and tries again.',
  whoActs: 'person',
};

const NO_SUCH_PAIR: Finding = {
  cause:
    'The phone number and the personal number that were typed do not belong to one Mobile-ID. Most often one of them was mistyped; otherwise the number has no active Mobile-ID.',
  fix: 'The person begins again, and types the number of the phone whose SIM card has Mobile-ID, and the own personal number. If both were right, the mobile operator activates Mobile-ID.',
  whoActs: 'person',
};

/** Mobile-ID's results for support. */
export const HINT_WORDS: HintCodes = {
  RUNNING: {
    words: 'the request was sent to the phone; Mobile-ID does not say whether it was seen',
  },
  USER_CANCELLED: { words: 'the person cancelled on the phone' },
  TIMEOUT: { words: 'the person did not enter the PIN in time' },
  PHONE_ABSENT: {
    words: 'the phone is off or without reception',
    isOpened: false,
    ending: UNDELIVERED,
  },
  NOT_MID_CLIENT: {
    words: 'no active Mobile-ID has this phone number and personal number',
    ending: NO_SUCH_PAIR,
  },
  SIGNATURE_HASH_MISMATCH: { words: 'the SIM card does not fit the operator’s record' },
  DELIVERY_ERROR: { words: 'the request did not reach the phone', ending: UNDELIVERED },
  SIM_ERROR: { words: 'the SIM card failed', ending: UNDELIVERED },
  revoked: { words: 'the person’s certificate is revoked' },
};

type Message = 'confirm' | 'declined' | 'expired' | 'unusable' | 'undelivered' | 'failed';

type Messages = Readonly<Record<Message, string>>;

const en: Messages = {
  confirm: 'Compare the code with the one on your phone, and enter the PIN of Mobile-ID there.',
  declined: 'You cancelled on your phone.',
  expired: 'There was no answer from your phone in time. Try again.',
  unusable: 'This number has no usable Mobile-ID. Contact your mobile operator.',
  undelivered: 'The request did not reach your phone. Check the connection and try again.',
  failed: 'Something went wrong. Try again.',
};

const et: Messages = {
  confirm: 'Võrdle koodi telefonis oleva koodiga ja sisesta telefonis Mobiil-ID PIN1-kood.',
  declined: 'Katkestasid toimingu telefonis.',
  expired: 'Telefonist ei tulnud õigel ajal vastust. Proovi uuesti.',
  unusable: 'Sellel numbril ei ole kasutatavat Mobiil-ID-d. Pöördu oma mobiilioperaatori poole.',
  undelivered: 'Päring ei jõudnud telefoni. Kontrolli levi ja proovi uuesti.',
  failed: 'Midagi läks valesti. Proovi uuesti.',
};

const lt: Messages = {
  confirm: 'Palyginkite kodą su rodomu telefone ir telefone įveskite Mobile-ID PIN kodą.',
  declined: 'Atšaukėte veiksmą telefone.',
  expired: 'Laiku negavome atsakymo iš telefono. Bandykite dar kartą.',
  unusable:
    'Šis numeris neturi veikiančio Mobile-ID. Kreipkitės į savo mobiliojo ryšio operatorių.',
  undelivered: 'Užklausa nepasiekė telefono. Patikrinkite ryšį ir bandykite dar kartą.',
  failed: 'Įvyko klaida. Bandykite dar kartą.',
};

/** The languages of Mobile-ID's people; the others read English. */
const MESSAGES: Readonly<Record<string, Messages>> = { en, et, lt };

/** `''` comes before the first collect. */
const CHOICES: ReadonlyMap<string, Message> = new Map([
  ['', 'confirm'],
  ['RUNNING', 'confirm'],
  ['USER_CANCELLED', 'declined'],
  ['TIMEOUT', 'expired'],
  ['PHONE_ABSENT', 'undelivered'],
  ['DELIVERY_ERROR', 'undelivered'],
  ['NOT_MID_CLIENT', 'unusable'],
  ['revoked', 'unusable'],
  ['SIGNATURE_HASH_MISMATCH', 'unusable'],
]);

/** Our text for a state or result of a session. */
export function texts(hintCode: string, { language, ended }: StatusTextContext): string {
  const messages = MESSAGES[language] ?? en;
  return messages[CHOICES.get(hintCode) ?? (ended ? 'failed' : 'confirm')];
}
