import {
  type Authentication,
  type EndedAttempt,
  isPending,
  type PendingAuthentication,
} from '../../domain/authentication.ts';
import type { Ending, Stage } from '../../domain/progress.ts';
import type { Directory } from '../../ports/configuration.ts';
import type { Clues, Eid } from '../../ports/eid.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { HeadlessTerms } from '../headless/headless-terms.ts';

interface Deps {
  readonly directory: Directory;
  readonly terms: HeadlessTerms;
  readonly clock: Clock;
}

/** Where a pending request stands, for the application that waits. */
export interface PendingView {
  readonly state: 'pending';
  readonly stage: Stage;
  /** The eID's own word. */
  readonly hint: string;
  /**
   * The text of the QR code for this very second, also once the app has found the order. Empty while there is no order
   * to find, and for a phone order, which is pushed to the person's app.
   */
  readonly qrData: string;
  /** Of an order that replaced the first one, while nobody has opened it. */
  readonly newAutoStartToken: string | undefined;
}

/** Looks at a pending attempt. */
export interface ViewPending {
  (attempt: PendingAuthentication): Promise<PendingView>;
}

/** View: the code stays, as applications expect it in every answer; a token is told while it can be used. */
export function makeViewPending({ directory, terms, clock }: Deps): ViewPending {
  return async function viewPending(attempt) {
    const { stage, hint } = attempt.progress;
    const configuration = await directory.current();
    const eid = configuration.eid(attempt.issuer, attempt.acr)?.eid;
    const clues = eid && attempt.door === 'headless' ? cluesOf(attempt, eid, clock()) : undefined;
    const isOpened = eid?.isOpened(hint) ?? false;
    return {
      state: 'pending',
      stage,
      hint: hint === '' ? (eid?.firstHint ?? '') : hint,
      qrData: clues?.qrData ?? '',
      newAutoStartToken: isOpened ? undefined : await newToken(attempt, clues),
    };
  };

  async function newToken(attempt: Authentication, clues: Clues | undefined) {
    const token = clues?.autoStartToken;
    if (token === undefined) return undefined;
    const { autoStartToken } = await terms.of(attempt);
    return token === autoStartToken ? undefined : token;
  }
}

/** What helps the person to find the order, at that second; undefined while there is none. */
export function cluesOf(attempt: Authentication, eid: Eid, at: Date): Clues | undefined {
  if (!isPending(attempt) || attempt.progress.order === undefined) return undefined;
  return eid.clues(attempt.progress.order, at);
}

/** How a request ended without a person, for the application that waits. */
export interface EndedView {
  readonly state: 'ended';
  readonly why: Ending;
  /** The eID's own word; the ending's name when we ended the request. */
  readonly hint: string;
}

/** View of an ending that the eID told, or that we came to. */
export function endedView(why: Ending, hint?: EndedAttempt['hint']): EndedView {
  return { state: 'ended', why, hint: hint ?? why };
}
