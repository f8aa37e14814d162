import { beItsme } from '../../../../src/adapters/eid/be-itsme/row.ts';
import type { OidcRow } from '../../../../src/adapters/eid/oidc/oidc-row.ts';
import { type KeyedRowUnderTest, startKeyedRow } from '../oidc/keyed-row-under-test.ts';

/** The adapter of a row of itsme, and simulated itsme. */
export function startItsmeUnderTest(row: OidcRow = beItsme): Promise<KeyedRowUnderTest> {
  const levels = Object.entries(row.levels.required).map(([acr, { sent }]) => [acr, sent]);
  return startKeyedRow({
    row,
    profile: 'itsme',
    country: 'BE',
    levels: Object.fromEntries(levels),
    ...(row.nationalId === undefined && { numberOf: () => undefined }),
    settings: { service: 'TEST_LOGIN', confirmationService: 'TEST_CONFIRM' },
  });
}
