import type { Authentications } from '../../ports/authentications.ts';
import type { Meter } from '../../ports/meter.ts';
import { type EidOf, traitsOf } from './authentication-traits.ts';

interface Deps {
  readonly meter: Pick<Meter, 'authenticationBegan' | 'authenticationSettled'>;
  readonly eidOf: EidOf;
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
      if (begins) meter.authenticationBegan(traitsOf(authentication, eidOf));
      return begins;
    },

    async adopt(authentication) {
      await authentications.adopt(authentication);
      meter.authenticationSettled({ ...traitsOf(authentication, eidOf), outcome: 'remembered' });
    },

    async recordOutcome(turn, outcome) {
      const settled = await authentications.recordOutcome(turn, outcome);
      if (settled !== undefined) {
        const word = outcome.state === 'ended' ? outcome.why : outcome.state;
        meter.authenticationSettled({ ...traitsOf(settled, eidOf), outcome: word });
      }
      return settled;
    },

    async abandon(id, ending) {
      const before = await authentications.abandon(id, ending);
      if (before !== undefined) {
        meter.authenticationSettled({ ...traitsOf(before, eidOf), outcome: ending.why });
      }
      return before;
    },

    async abandonExpired(span, limit) {
      const expired = await authentications.abandonExpired(span, limit);
      for (const before of expired) {
        meter.authenticationSettled({ ...traitsOf(before, eidOf), outcome: 'expired' });
      }
      return expired;
    },
  };
}
