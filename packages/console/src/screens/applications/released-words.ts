import type { EffectiveClaim } from '../../api/effective.ts';

/** When a claim is in the token, in words. */
export function releasedWords({
  released,
  scope,
}: Pick<EffectiveClaim, 'released' | 'scope'>): string {
  switch (released) {
    case 'always':
      return 'always';
    case 'sometimes':
      return 'where the eID has it';
    case 'on-request':
      return `when the request has the scope ${scope}`;
    case 'not-granted':
      return `never: grant the scope ${scope} first`;
  }
}
