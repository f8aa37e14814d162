import type { Acr } from '../../domain/acr.ts';
import type { Authentication } from '../../domain/authentication.ts';
import type { AuthenticationTraits } from '../../ports/meter.ts';

/** The name of the eID behind an acr value. */
export interface EidOf {
  (acr: Acr): string;
}

/** What is said about an attempt. */
export function traitsOf(
  { acr, intent, door }: Authentication,
  eidOf: EidOf,
): AuthenticationTraits {
  return { eid: eidOf(acr), kind: intent.kind, door };
}
