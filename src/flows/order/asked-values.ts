import type { Asked, EidOffer, EidVariant } from '../../domain/eid-offer.ts';
import { Failure } from '../../domain/failure.ts';
import type { AskedValues } from '../../ports/eid.ts';

/** The facts that the start still needs; `person` is the national number that the request may send to the eID. */
export function unknownFacts(
  { asks }: Pick<EidVariant, 'asks'>,
  person: string | undefined,
): readonly Asked[] {
  return person === undefined ? asks : asks.filter((asked) => asked !== 'national-number');
}

/**
 * Checks that a request without our page names everything that the start needs.
 * @throws {Failure} channel-not-offered
 */
export function requireKnownFacts(variant: EidVariant, person: string | undefined): void {
  const [unknown] = unknownFacts(variant, person);
  if (unknown !== undefined) {
    throw new Failure('channel-not-offered', { detail: `${variant.acr} asks for ${unknown}` });
  }
}

/** What the person typed, as it was typed. */
export type Typed = Readonly<Partial<Record<Asked, string>>>;

/** The parsed answers; `wrong` names the facts that are missing or malformed. */
export interface ParsedAnswers {
  readonly asked: AskedValues;
  readonly wrong: readonly Asked[];
}

/** Parses the answers to these questions. Others are ignored. */
export function parseAnswers(
  asks: readonly Asked[],
  typed: Typed,
  { offer, now }: { readonly offer: Pick<EidOffer, 'nationalNumber'>; readonly now: Date },
): ParsedAnswers {
  const parse: Readonly<Record<Asked, (text: string) => string | undefined>> = {
    'national-number': (text) => offer.nationalNumber?.parse(text, now),
    'phone-number': parsePhoneNumber,
  };
  const values = asks.map((asked) => [asked, parse[asked]((typed[asked] ?? '').trim())] as const);
  const asked: Record<string, string> = {};
  for (const [name, value] of values) if (value !== undefined) asked[MEMBERS[name]] = value;
  return { asked, wrong: values.flatMap(([name, value]) => (value === undefined ? [name] : [])) };
}

const MEMBERS: Readonly<Record<Asked, keyof AskedValues>> = {
  'national-number': 'nationalNumber',
  'phone-number': 'phoneNumber',
};

/** E.164; separators, and `00` for `+`, are understood. Undefined for any other text. */
export function parsePhoneNumber(text: string): string | undefined {
  const number = text.replaceAll(/[\s().-]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined;
}
