import { redirectEidContract } from '@eid-broker/testing/contracts/redirect-eid';

import { nlIdin } from '../../../../src/adapters/eid/nl-idin/row.ts';
import { startRowUnderTest } from '../protocols/oidc/row-under-test.ts';

redirectEidContract('nl-idin', () =>
  startRowUnderTest({ row: nlIdin, profile: 'idin', country: 'NL' }),
);
