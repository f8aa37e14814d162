import type { Person } from './persons.ts';

/** A login that waits for its person, at any simulated eID. */
export interface WaitingLogin {
  readonly id: string;
  /** The name of the eID's profile. */
  readonly profile: string;
  /** The name of the application as registered. */
  readonly application: string;
  /** The text to approve, decoded. */
  readonly text?: string;
  /** The request's word for what the person does. */
  readonly action?: string;
  /** The request's word for the level, or the usual one. */
  readonly level?: string;
  /** The only person who may decide; absent: any person. */
  readonly person?: Person;
  /** The code that the person compares with that of the application. */
  readonly verificationCode?: string;
  readonly startedAt: Date;
}

/** A login at an eID, with its decision. */
export interface Login extends WaitingLogin {
  readonly clientId: string;
  readonly scope: string;
  readonly level: string;
  readonly decision?: Decision;
}

/** The person's decision. It never changes. */
export type Decision =
  | { readonly kind: 'approved'; readonly person: Person }
  | { readonly kind: 'aborted' }
  /** Another end, in the eID's own word, such as `WRONG_VC`. */
  | { readonly kind: 'failed'; readonly word: string };
