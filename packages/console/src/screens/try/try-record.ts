/** A try under way: kept in the tab while the browser is at the issuer. It has no secret of the application. */
export interface TryRecord {
  readonly tenant: string;
  readonly clientId: string;
  readonly issuer: string;
  readonly redirectUri: string;
  readonly nonce: string;
  readonly verifier: string;
  /** A client without a secret or key: its code is exchanged at once. */
  readonly isPublic: boolean;
}

/** The path of the console to which a try returns. */
export const TRY_PATH = '/try';

/** Keeps a try under its `state`. */
export function keepTry(state: string, record: TryRecord): void {
  sessionStorage.setItem(`try:${state}`, JSON.stringify(record));
}

/** The try of that `state`; undefined in another tab, or for a state that is not ours. */
export function keptTry(state: string): TryRecord | undefined {
  const text = sessionStorage.getItem(`try:${state}`);
  return text === null ? undefined : (JSON.parse(text) as TryRecord);
}
