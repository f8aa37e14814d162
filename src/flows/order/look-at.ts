import type { Authentication } from '../../domain/authentication.ts';
import type { Look } from '../../ports/authentications.ts';

/** An attempt that somebody has at hand, found without the turn. */
export function lookAt(attempt: Authentication): Look {
  return { attempt, turn: undefined };
}
