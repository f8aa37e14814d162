import type { EidOffer, EidVariant, Input } from '../../domain/eid-offer.ts';
import { Failure } from '../../domain/failure.ts';
import type { InputValues } from '../../ports/eid.ts';

/** The facts that the start still needs; `person` is the national number that the request may send to the eID. */
export function unknownFacts(
  { inputs }: Pick<EidVariant, 'inputs'>,
  person: string | undefined,
): readonly Input[] {
  return person === undefined ? inputs : inputs.filter((input) => input !== 'national-number');
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
export type Typed = Readonly<Partial<Record<Input, string>>>;

/** The parsed answers; `wrong` names the facts that are missing or malformed. */
export interface ParsedAnswers {
  readonly input: InputValues;
  readonly wrong: readonly Input[];
}

/** Parses the answers to these questions. Others are ignored. */
export function parseAnswers(
  inputs: readonly Input[],
  typed: Typed,
  { offer, now }: { readonly offer: Pick<EidOffer, 'nationalNumber'>; readonly now: Date },
): ParsedAnswers {
  const parse: Readonly<Record<Input, (text: string) => string | undefined>> = {
    'national-number': (text) => offer.nationalNumber?.parse(text, now),
    'phone-number': parsePhoneNumber,
  };
  const values = inputs.map((input) => [input, parse[input]((typed[input] ?? '').trim())] as const);
  const input: Record<string, string> = {};
  for (const [name, value] of values) if (value !== undefined) input[MEMBERS[name]] = value;
  return { input, wrong: values.flatMap(([name, value]) => (value === undefined ? [name] : [])) };
}

const MEMBERS: Readonly<Record<Input, keyof InputValues>> = {
  'national-number': 'nationalNumber',
  'phone-number': 'phoneNumber',
};

/** E.164; separators, and `00` for `+`, are understood. Undefined for any other text. */
export function parsePhoneNumber(text: string): string | undefined {
  const number = text.replaceAll(/[\s().-]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined;
}
