import type { Language } from '../../../../domain/language.ts';
import type { IdentifyRequest } from '../../../../ports/eid.ts';

/** The longest text on the screen of the PIN. */
const MAX_SHORT_LENGTH = 60;

type Interaction =
  | { readonly type: 'displayTextAndPIN'; readonly displayText60: string }
  | { readonly type: 'confirmationMessage'; readonly displayText200: string }
  | {
      readonly type: 'confirmationMessageAndVerificationCodeChoice';
      readonly displayText200: string;
    };

/**
 * What the app shows, in base64 as Smart-ID takes it: signatures cover these bytes. A pushed order makes the person
 * find the code of our page among three. A text of the application has a screen of its own.
 */
export function interactionsOf(
  request: Pick<IdentifyRequest, 'text' | 'language' | 'application'>,
  flow: 'device-link' | 'notification',
): string {
  const visible = request.text?.visible;
  const given = visible === undefined ? undefined : Buffer.from(visible, 'base64').toString('utf8');
  const text =
    given ?? shortened(`${PURPOSE[request.language] ?? PURPOSE.en} ${request.application}`);
  const interactions = flow === 'notification' ? codeChoice(text) : confirmation(text, given);
  return Buffer.from(JSON.stringify(interactions)).toString('base64');
}

function codeChoice(text: string): Interaction[] {
  return [{ type: 'confirmationMessageAndVerificationCodeChoice', displayText200: text }];
}

function confirmation(text: string, given: string | undefined): Interaction[] {
  const short: Interaction[] =
    lengthOf(text) <= MAX_SHORT_LENGTH ? [{ type: 'displayTextAndPIN', displayText60: text }] : [];
  return given === undefined
    ? short
    : [{ type: 'confirmationMessage', displayText200: text }, ...short];
}

function shortened(text: string): string {
  return [...text].slice(0, MAX_SHORT_LENGTH).join('');
}

function lengthOf(text: string): number {
  return [...text].length;
}

/** Before the name of the application. */
const PURPOSE: Readonly<Partial<Record<Language, string>>> & { en: string } = {
  en: 'Identify yourself to',
  et: 'Isikutuvastus:',
  lv: 'Identitātes apliecināšana:',
  lt: 'Tapatybės patvirtinimas:',
};
