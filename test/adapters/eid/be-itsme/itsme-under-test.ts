import type { OidcProfile } from '@eid-broker/eid-simulators/oidc/profile';
import { itsme } from '@eid-broker/eid-simulators/oidc/profiles/itsme';

import { beItsme } from '../../../../src/adapters/eid/be-itsme/row.ts';
import type { OidcRow } from '../../../../src/adapters/eid/protocols/oidc/oidc-row.ts';
import { type KeyedRowUnderTest, startKeyedRow } from '../protocols/oidc/row-under-test.ts';

/** The adapter of a row of itsme, and simulated itsme. */
export function startItsmeUnderTest(
  row: OidcRow = beItsme,
  profile: OidcProfile = itsme,
): Promise<KeyedRowUnderTest> {
  const levels = Object.entries(row.levels.required).map(([acr, { sent }]) => [acr, sent]);
  return startKeyedRow({
    row,
    profile: 'itsme',
    profiles: [profile],
    country: 'BE',
    levels: Object.fromEntries(levels),
    ...(row.nationalId === undefined && { numberOf: () => undefined }),
    settings: { service: 'TEST_LOGIN', confirmationService: 'TEST_CONFIRM' },
  });
}
