/** A spelling of numbers that coincide with other numbers, and their check digits. */
export interface CheckedShape {
  /** A regular expression. */
  readonly shape: string;
  /** True for a text of that shape with the right check digit. */
  readonly fits: (text: string) => boolean;
}

/** The numbers of one country's residents. */
export interface NationalNumber {
  /** The country's word for the number, such as `personnummer`. */
  readonly type: string;
  /**
   * Regular expressions of every usual spelling, for the log: a possible date and the characters after it. They do not
   * verify check digits, so that mistyped numbers are found, too.
   */
  readonly shapes: readonly string[];
  /** The date of birth in a number in that format, as `YYYY-MM-DD`; absent where numbers have none for certain. */
  readonly birthdateOf?: (number: string) => string | undefined;
  /** The number in the eIDs' format; undefined for any other text, an impossible date, or a wrong check digit. */
  parse(text: string, now: Date): string | undefined;
  /** The check that a text fails which `parse` refuses; absent where the reason is unknown. */
  faultOf?(text: string, now: Date): NumberFault;
}

/** A number has another length or other characters, a date that does not exist or is not past, or a wrong check digit. */
export type NumberFault = 'length' | 'date' | 'check-digit';
