import type { EndedAttempt } from '../../domain/authentication.ts';
import type { Ending } from '../../domain/progress.ts';

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
