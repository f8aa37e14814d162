import type { Identity } from './identity.ts';

/** How far a pending person has come: the three pending states of the specification. */
export type Stage = 'first-interaction' | 'acknowledgement' | 'identification';

const STAGES: readonly Stage[] = ['first-interaction', 'acknowledgement', 'identification'];

/** The later of two: stages reported to an application never go back. */
export function laterStage(one: Stage, other: Stage): Stage {
  return STAGES.indexOf(other) > STAGES.indexOf(one) ? other : one;
}

/**
 * Why an attempt ended without an identity.
 * - `declined`: the person said no, in the app or on our page
 * - `not-started`: nobody opened the order in time
 * - `expired`: opened, but not finished in time
 * - `superseded`: a newer order for the same person replaced it
 * - `blocked`: the eID itself is blocked, revoked or too old
 * - `app-unable`: the person's app or device cannot do what was asked
 * - `too-risky`: the eID's risk assessment stopped it
 * - `other-browser`: the app came back to a browser that did not start the login
 * - `other-person`: somebody else than the named person answered
 * - `failed`: the eID reported a failure that has no better name
 * - `lost`: the eID's final answer did not reach us or cannot be read, and will not be given again
 * - `unverified`: the eID's evidence did not hold what it should
 */
export type Ending =
  | 'declined'
  | 'not-started'
  | 'expired'
  | 'superseded'
  | 'blocked'
  | 'app-unable'
  | 'too-risky'
  | 'other-browser'
  | 'other-person'
  | 'failed'
  | 'lost'
  | 'unverified';

/** What an eID answers when asked how an order stands. `hint` is the eID's own word for it. */
export type Progress =
  | { readonly state: 'pending'; readonly stage: Stage; readonly hint: string }
  | { readonly state: 'identified'; readonly identity: Identity }
  | { readonly state: 'ended'; readonly why: Ending; readonly hint: string | undefined };
