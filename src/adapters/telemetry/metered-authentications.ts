import type { Acr } from '../../domain/acr.ts';
import type { Authentication } from '../../domain/authentication.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { AuthenticationTraits, Meter } from '../../ports/meter.ts';

interface Deps {
  readonly meter: Pick<Meter, 'authenticationBegan' | 'authenticationSettled' | 'resultHandedOut'>;
  /** The name of the eID behind an acr value. */
  readonly eidOf: (acr: Acr) => string;
}

/** The same attempts; what this replica makes of them is counted. */
export function meteredAuthentications(
  authentications: Authentications,
  { meter, eidOf }: Deps,
): Authentications {
  return {
    ...authentications,

    async begin(authentication) {
      const begins = await authentications.begin(authentication);
      if (begins) meter.authenticationBegan(traitsOf(authentication));
      return begins;
    },

    async adopt(authentication) {
      await authentications.adopt(authentication);
      meter.authenticationSettled({ ...traitsOf(authentication), outcome: 'remembered' });
    },

    async recordOutcome(turn, outcome) {
      const settled = await authentications.recordOutcome(turn, outcome);
      if (settled !== undefined) {
        const word = outcome.state === 'ended' ? outcome.why : outcome.state;
        meter.authenticationSettled({ ...traitsOf(settled), outcome: word });
      }
      return settled;
    },

    async abandon(id, ending) {
      const before = await authentications.abandon(id, ending);
      if (before !== undefined) {
        meter.authenticationSettled({ ...traitsOf(before), outcome: ending.why });
      }
      return before;
    },

    async abandonExpired(span, limit) {
      const expired = await authentications.abandonExpired(span, limit);
      for (const before of expired) {
        meter.authenticationSettled({ ...traitsOf(before), outcome: 'expired' });
      }
      return expired;
    },

    async handOut(id, at) {
      const taken = await authentications.handOut(id, at);
      if (taken !== undefined) meter.resultHandedOut(traitsOf(taken));
      return taken;
    },
  };

  function traitsOf({ acr, intent, door }: Authentication): AuthenticationTraits {
    return { eid: eidOf(acr), kind: intent.kind, door };
  }
}
