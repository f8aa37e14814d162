import { redirectEidContract } from '@eid-broker/testing/contracts/redirect-eid';

import { dePersonalausweis } from '../../../../src/adapters/eid/de-personalausweis/row.ts';
import { startRowUnderTest } from '../protocols/oidc/row-under-test.ts';

redirectEidContract('de-personalausweis', () =>
  startRowUnderTest({ row: dePersonalausweis, profile: 'personalausweis', country: 'DE' }),
);
