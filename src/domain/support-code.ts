declare const supportCode: unique symbol;

/**
 * Names a login in one tenant: 8 characters that can be spoken, without 0, 1, I, L, O and U. It is no secret: it finds a
 * timeline, which names no person.
 */
export type SupportCode = string & { readonly [supportCode]: true };

const CHARACTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
/** The random bytes for one code. */
export const SUPPORT_CODE_BYTES = 16;
/** Bytes from here on would make some characters more likely. */
const LIMIT = 256 - (256 % CHARACTERS.length);
const FORM = new RegExp(`^[${CHARACTERS}]{${LENGTH}}$`);

/** A new code; undefined when too many of the bytes cannot be used, which is rarer than 1 in 10^9. */
export function supportCodeFrom(random: Uint8Array): SupportCode | undefined {
  const usable = [...random].filter((byte) => byte < LIMIT).slice(0, LENGTH);
  const text = usable.map((byte) => CHARACTERS[byte % CHARACTERS.length]).join('');
  return parseSupportCode(text);
}

/** Reads a code as people write it: in lower case, with spaces, with or without the dash. Undefined for any other text. */
export function parseSupportCode(text: unknown): SupportCode | undefined {
  const compact = String(text ?? '')
    .replace(/[\s-]/g, '')
    .toUpperCase();
  return FORM.test(compact) ? (compact as SupportCode) : undefined;
}

/** The code as it is shown: `K7F2-QX9M`. */
export function shownSupportCode(code: SupportCode): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Another login of the tenant has this code: choose another one. */
export class SupportCodeTaken extends Error {
  constructor() {
    super('another login has this support code');
    this.name = 'SupportCodeTaken';
  }
}

const MAX_TRIES = 5;

/** Stores something with its code, and with another code when that one is taken. Returns the result of `store`. */
export async function withFreeCode<Stored>(
  first: SupportCode,
  newCode: () => SupportCode,
  store: (code: SupportCode) => Promise<Stored>,
): Promise<Stored> {
  let code = first;
  for (let tries = 1; ; tries += 1) {
    try {
      return await store(code);
    } catch (error) {
      if (!(error instanceof SupportCodeTaken) || tries === MAX_TRIES) throw error;
      code = newCode();
    }
  }
}

/** The header of every answer about a login, and of every refusal. */
export const SUPPORT_CODE_HEADER = 'Support-Code';
