import type { WhoActs } from '../../../domain/login-timeline.ts';

/** One reason: the error for programs, cause and fix for people. */
export interface EntryText {
  /** The OAuth or OpenID error code. */
  readonly error: string;
  /** The code of those endpoints that have another one for the same reason. */
  readonly otherError?: string;
  /** ASCII only. `{name}` stands for one of the failure's values. Absent: the error code says it all. */
  readonly description?: string;
  /** The HTTP status of an answer that is not a redirect; 400 when absent. */
  readonly status?: number;
  /** The cause, in plain words. */
  readonly cause: string;
  /** The remedy, for the developer of the application unless it names another one. */
  readonly fix: string;
  /** The one who can remove the cause, so that it does not come again. */
  readonly whoActs: WhoActs;
}

/** An entry of the catalogue. */
export interface Entry extends EntryText {
  /** Kebab-case, unique in the catalogue, the anchor in the document. It never changes. */
  readonly key: string;
  /** True for an error that the OAuth library throws, without the key: it is recognized by its text. */
  readonly isOfLibrary: boolean;
}

/** Entries by their keys. */
export type Entries = Readonly<Record<string, Entry>>;

type Texts = Readonly<Record<string, EntryText>>;
type Keyed<Of extends Texts> = { readonly [Key in keyof Of]: Of[Key] & Entry };

/** Entries of errors that only this service throws. */
export function serviceEntries<const Of extends Texts>(texts: Of): Keyed<Of> {
  return keyed(texts, () => false);
}

/** Entries of errors that the library throws. `key-of.ts` recognizes such an error by its text. */
export function libraryEntries<const Of extends Texts>(texts: Of): Keyed<Of> {
  return keyed(texts, () => true);
}

/** Entries of one theme: the library throws these errors, except those with the given keys, which only this service throws. */
export function libraryEntriesExcept<const Of extends Texts>(
  thrownByService: readonly NoInfer<keyof Of & string>[],
  texts: Of,
): Keyed<Of> {
  const serviceKeys: readonly string[] = thrownByService;
  return keyed(texts, (key) => !serviceKeys.includes(key));
}

function keyed<Of extends Texts>(texts: Of, isOfLibrary: (key: string) => boolean): Keyed<Of> {
  const entries = Object.entries(texts).map(([key, text]) => [
    key,
    { ...text, key, isOfLibrary: isOfLibrary(key) },
  ]);
  return Object.fromEntries(entries);
}

/** The code of most of what is wrong with a request. */
export const MALFORMED = 'invalid_request';
