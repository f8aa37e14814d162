import { fiFtn } from '../../../../src/adapters/eid/fi-ftn/row.ts';
import { type KeyedRowUnderTest, startKeyedRow } from '../protocols/oidc/row-under-test.ts';

/** The word of the profile for each acr value of ours. */
const LOA2 = 'http://ftn.ficora.fi/2017/loa2';

/** The adapter, and a simulated broker of the Finnish Trust Network. */
export async function startFtnUnderTest(): Promise<KeyedRowUnderTest> {
  const acrs = fiFtn.offer.variants.map(({ acr }) => acr);
  const started = await startKeyedRow({
    row: fiFtn,
    profile: 'ftn',
    country: 'FI',
    levels: Object.fromEntries(acrs.map((acr) => [acr, LOA2])),
    settings: { mobileProvider: 'fi-telia' },
  });
  return { ...started, alike: acrs };
}
