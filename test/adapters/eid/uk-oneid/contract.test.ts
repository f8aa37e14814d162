import { redirectEidContract } from '@eid-broker/testing/contracts/redirect-eid';

import { ukOneId } from '../../../../src/adapters/eid/uk-oneid/row.ts';
import { startRowUnderTest } from '../protocols/oidc/row-under-test.ts';

redirectEidContract('uk-oneid', () =>
  startRowUnderTest({
    row: ukOneId,
    profile: 'oneid',
    country: 'GB',
    settings: { product: 'simulated' },
  }),
);
