import { readFileSync } from 'node:fs';

/** The form of a value: a name of the fixture's forms, `=text` for one text, a JSON type, or those of its members. */
export type Form = string | readonly [Form] | { readonly [member: string]: Form };

/** The forms of the claims of one payload. */
export type Forms = Readonly<Record<string, Form>>;

/** A payload of the product. */
export interface Payload {
  /** That of the login, or one of its eID where the payload leaves it out. */
  readonly acr: string;
  /** False: claims about the token and the login are left out. */
  readonly complete: boolean;
  readonly claims: Forms;
}

const { forms, payloads } = JSON.parse(
  readFileSync('test/fixtures/product-payloads.json', 'utf8'),
) as {
  readonly forms: Readonly<Record<string, string>>;
  readonly payloads: Readonly<Record<string, Payload>>;
};

/** Every payload by its name. */
export const PAYLOADS = payloads;

/** The form of a value: the expected one if it fits, else its type, with the value of a text. */
export function formOf(value: unknown, expected: Form | undefined): Form {
  if (value === null) return 'null';
  if (Array.isArray(value)) {
    const ofOne = Array.isArray(expected) ? (expected as readonly [Form])[0] : undefined;
    const different = new Set(value.map((one) => JSON.stringify(formOf(one, ofOne))));
    return [...different].map((one) => JSON.parse(one) as Form) as unknown as [Form];
  }
  if (typeof value === 'object') {
    const ofMembers = typeof expected === 'object' ? (expected as Forms) : {};
    const members = Object.entries(value).map(([name, member]) => {
      return [name, formOf(member, ofMembers[name])] as const;
    });
    return Object.fromEntries(members);
  }
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value !== 'string') return typeof value;
  return typeof expected === 'string' && fits(value, expected) ? expected : `text ${value}`;
}

function fits(text: string, form: string): boolean {
  if (form.startsWith('=')) return text === form.slice(1);
  const pattern = forms[form];
  return pattern !== undefined && new RegExp(pattern, 'u').test(text);
}
