import { decodeText } from './decode-base64.ts';
import type { Facts } from './verify-evidence.ts';

/** The values that the evidence was compared with. */
export interface Compared {
  readonly ssn: boolean;
  readonly text: boolean;
  readonly time: boolean;
}

/** The verified facts, as JSON. */
export type FactsAsJson = {
  readonly signer: { readonly personalNumber: string; readonly name: string };
  readonly signedAt: string;
  readonly operation: string;
  readonly text: string | null;
  readonly format: string;
  readonly nonVisibleData: string | null;
  readonly certificatePolicies: readonly string[];
  readonly relyingParty: string;
  readonly root: string;
  readonly compared: { readonly [comparison in keyof Compared]: boolean };
};

/** The verified facts, for programs. */
export function factsAsJson(facts: Facts, compared: Compared): FactsAsJson {
  const { signer, signedAt, text, nonVisible } = facts;
  return {
    signer: { ...signer },
    signedAt: signedAt.toISOString(),
    operation: facts.funcId,
    text: text ?? null,
    format: facts.format,
    nonVisibleData: nonVisible ?? null,
    certificatePolicies: facts.policies,
    relyingParty: facts.relyingParty,
    root: facts.root,
    compared: { ...compared },
  };
}

/** The verified facts, for people. */
export function factsInWords(facts: Facts, compared: Compared): readonly string[] {
  const { signer, signedAt, policies, relyingParty, root, text, format, nonVisible } = facts;
  const isSignature = facts.funcId === 'Signing';
  const layout = format === 'simpleMarkdownV1' ? "BankID's markdown" : 'plain text';
  return [
    ...(/simulator/i.test(root)
      ? ["WARNING: the root is a simulator's. It proves nothing about anybody."]
      : []),
    `${isSignature ? 'Signed by' : 'Identified'}: ${printable(signer.name)}, ${signer.personalNumber}`,
    `When: ${signedAt.toISOString()}, when the bank said that the certificate was good`,
    `Asked by: ${printable(relyingParty)}`,
    `Kind of BankID: ${policies.join(', ') || 'not stated'}`,
    `Root: ${printable(root)}`,
    ...(text === undefined ? ['Text shown: none'] : [`Text shown (${layout}):`, ...quoted(text)]),
    ...(nonVisible === undefined
      ? ['Non-visible data: none']
      : ['Non-visible data:', ...quoted(decodeText(nonVisible) ?? `base64 ${nonVisible}`)]),
    compared.ssn
      ? 'The personal number is the ssn of the token.'
      : 'The token has no ssn: the person was compared with nothing.',
    ...(compared.text ? ['The text is the given one, to the byte.'] : []),
    ...(compared.time ? ['It was new at the given time.'] : []),
  ];
}

function quoted(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/).map((line) => `  | ${printable(line)}`);
}

/** Without control characters, and without those that change the direction of text. */
function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
