import { dkMitId } from '../../../../src/adapters/eid/dk-mitid/row.ts';
import { type RowUnderTest, startRowUnderTest } from '../protocols/oidc/row-under-test.ts';

/** MitID, with a simulated broker at the other end. */
export type MitIdUnderTest = RowUnderTest;

/** The simulator's words for the levels. */
const LEVELS = {
  'urn:grn:authn:dk:mitid:low': 'low',
  'urn:grn:authn:dk:mitid:substantial': 'substantial',
  'urn:grn:authn:dk:mitid:high': 'high',
};

export function startMitIdUnderTest(): Promise<MitIdUnderTest> {
  return startRowUnderTest({ row: dkMitId, profile: 'mitid', country: 'DK', levels: LEVELS });
}
