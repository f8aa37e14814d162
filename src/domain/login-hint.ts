import type { Acr } from './acr.ts';
import type { Action } from './intent.ts';

/** What a `login_hint` says, read and well-formed; what an eID allows of it is another question. */
export interface LoginHint {
  /** Values of `scope:`, in order, each once. */
  readonly scope: readonly string[];
  readonly acrValues: Acr | undefined;
  readonly action: Action | undefined;
  /** The value of `message:` as it was sent. */
  readonly message: string | undefined;
  /** The value of `nonVisibleData:` as it was sent. */
  readonly nonVisibleData: string | undefined;
  /** The national id of `sub:ssn:` or `sub:`, as it was sent. */
  readonly person: string | undefined;
  /** Directives of single eIDs and of SDKs, as they were sent: the eID of the request decides which count. */
  readonly others: readonly Directive[];
}

/** One directive of a `login_hint`; the value is empty for one that stands alone. */
export interface Directive {
  readonly name: string;
  readonly value: string;
}

/** A request without one. */
export const NO_HINT: LoginHint = {
  scope: [],
  acrValues: undefined,
  action: undefined,
  message: undefined,
  nonVisibleData: undefined,
  person: undefined,
  others: [],
};
