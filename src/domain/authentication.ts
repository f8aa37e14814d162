import type { Acr } from './acr.ts';
import type { EidFinding } from './eid-reasons.ts';
import type { Identity } from './identity.ts';
import type { Intent } from './intent.ts';
import type { JsonObject } from './json.ts';
import type { Ending, Stage } from './progress.ts';
import type { SupportCode } from './support-code.ts';

/** Where the person uses the eID: on the device that shows our page, or on another one. */
export type Device = 'same' | 'other';

/** The channel of the request for an authentication. */
export type Channel = 'browser' | 'ciba' | 'headless';

/**
 * The source of the person's address: the browser, or the application's request. If the request has none, it is the
 * machine that sent it.
 */
export type AddressSource = 'browser' | 'request' | 'caller';

/**
 * One end-user authentication: one attempt, from the start of its order until its result is consumed.
 * Its id is also the library's grant id and the key of the claims.
 */
export interface Authentication {
  readonly id: string;
  readonly tenantId: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly channel: Channel;
  /** The browser login that this attempt belongs to; a login has at most one pending attempt. */
  readonly loginId: string | undefined;
  readonly acr: Acr;
  readonly intent: Intent;
  /** The granted scopes. */
  readonly scope: readonly string[];
  /** The content of the ID token: everything granted, or (`code id_token`) nothing but `sub`. */
  readonly idToken: 'full' | 'minimal';
  /** The source of the person's address at the eID; undefined when none was sent. */
  readonly addressFrom: AddressSource | undefined;
  readonly device: Device | undefined;
  /** The secret in the URL to which the eID's app returns the person (same device only). */
  readonly returnNonce: string | undefined;
  /** The secret in a cookie of the browser in which the person started it (same device only). */
  readonly browserSecret: string | undefined;
  /** Into which browser the app returned the person: the one that started the login, or another. */
  readonly returned: 'here' | 'elsewhere' | undefined;
  /** The query parameters that the app added to that URL, for an eID that needs them; absent: none. */
  readonly returnParameters?: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  /** From then on a pending attempt counts as expired. */
  readonly expiresAt: Date;
  /** The result is consumed: a code or a token was issued for it, or the client got the ending. */
  readonly consumedAt: Date | undefined;
  /** The code by which support finds its login; absent in a row of the release before. */
  readonly supportCode?: SupportCode | undefined;
  readonly progress: AuthenticationProgress;
}

/** The states of an attempt. `identified` and `ended` are final. */
export type AuthenticationProgress = PendingProgress | IdentifiedProgress | EndedProgress;

/** The eID has not answered yet. */
export interface PendingProgress {
  readonly state: 'pending';
  readonly stage: Stage;
  readonly hintCode: string;
  /** The eID's own handle of the order, opaque to us; undefined until the eID has started it. */
  readonly order: JsonObject | undefined;
  /** The order is not collected before then. */
  readonly collectAfter: Date;
}

/** The eID identified the person. */
export interface IdentifiedProgress {
  readonly state: 'identified';
  readonly at: Date;
  readonly identity: Identity;
}

/** The attempt ended without an identity. */
export interface EndedProgress {
  readonly state: 'ended';
  readonly at: Date;
  readonly why: Ending;
  /** The eID's code for it; undefined when we ended the attempt. */
  readonly hintCode: string | undefined;
  /** For the timeline alone: the attempt is read without it. */
  readonly finding?: EidFinding | undefined;
}

/** An attempt without a final answer. */
export type PendingAuthentication = Authentication & { readonly progress: PendingProgress };

/** An attempt with an identity. */
export type IdentifiedAuthentication = Authentication & { readonly progress: IdentifiedProgress };

/** True until the attempt has an identity or an ending. */
export function isPending(authentication: Authentication): authentication is PendingAuthentication {
  return authentication.progress.state === 'pending';
}

/**
 * True when the application may get the identity. On the same device the app must have returned to the browser that
 * started the login. Otherwise an attacker could send a start link to a person and receive that person's login.
 */
export function mayBeConsumed(authentication: Authentication): boolean {
  if (authentication.progress.state !== 'identified') return false;
  return authentication.returnNonce === undefined || authentication.returned === 'here';
}
