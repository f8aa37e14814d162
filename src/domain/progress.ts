import type { EidFinding } from './eid-reasons.ts';
import type { Identity } from './identity.ts';

/** The progress of a pending order: the three pending states of the specification. */
export type Stage = 'first-interaction' | 'acknowledgement' | 'identification';

const STAGES: readonly Stage[] = ['first-interaction', 'acknowledgement', 'identification'];

/** The later of two stages: a reported stage never goes back. */
export function laterStage(one: Stage, other: Stage): Stage {
  return STAGES.indexOf(other) > STAGES.indexOf(one) ? other : one;
}

/**
 * Why an attempt ended without an identity.
 * - `declined`: the person cancelled, in the app or on our page
 * - `not-opened`: the person did not open the order in the app in time
 * - `expired`: opened, but not finished in time
 * - `superseded`: a newer order for the same person replaced it
 * - `blocked`: the eID itself is blocked, revoked or too old
 * - `app-unable`: the person's app or device does not support the order
 * - `too-risky`: the eID's risk assessment stopped it
 * - `other-browser`: the app returned to a browser that did not start the login
 * - `other-person`: the answer came from another person than the named one
 * - `failed`: the eID reported another failure
 * - `lost`: the eID's final answer was lost or cannot be read, and is not available again
 * - `unverified`: the eID's evidence failed verification
 */
export type Ending =
  | 'declined'
  | 'not-opened'
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

/** An eID's answer about an order. `hintCode` is the eID's code for it. */
export type Progress =
  | {
      readonly state: 'pending';
      readonly stage: Stage;
      readonly hintCode: string;
      /** The eID demands a longer pause than usual before the next collect, in seconds. */
      readonly pauseSeconds?: number;
    }
  | { readonly state: 'identified'; readonly identity: Identity }
  | {
      readonly state: 'ended';
      readonly why: Ending;
      readonly hintCode: string | undefined;
      /** For the timeline. */
      readonly finding?: EidFinding | undefined;
    };

/** The hint code of a final answer that the eID could not give, as it said: an outage. The person may log in later. */
export const OUTAGE = 'eid_unavailable';

/** True for an attempt that an outage of the eID ended. */
export function isOutage({ why, hintCode }: Pick<Ended, 'why' | 'hintCode'>): boolean {
  return why === 'lost' && hintCode === OUTAGE;
}

type Ended = Extract<Progress, { readonly state: 'ended' }>;
