import type { Meter } from '../../ports/meter.ts';
import type { Redemptions } from '../../ports/redemptions.ts';
import { type EidOf, traitsOf } from './authentication-traits.ts';

interface Deps {
  readonly meter: Pick<Meter, 'resultHandedOut'>;
  readonly eidOf: EidOf;
}

/** The same; results that this replica gives away are counted. */
export function meteredRedemptions(redemptions: Redemptions, { meter, eidOf }: Deps): Redemptions {
  return {
    ...redemptions,

    async issue(attempt, at, issued) {
      const isGiven = await redemptions.issue(attempt, at, issued);
      if (isGiven) meter.resultHandedOut(traitsOf(attempt, eidOf));
      return isGiven;
    },
  };
}
