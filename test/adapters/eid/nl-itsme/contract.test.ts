import { redirectEidContract } from '@eid-broker/testing/contracts/redirect-eid';

import { nlItsme } from '../../../../src/adapters/eid/nl-itsme/row.ts';
import { startItsmeUnderTest } from '../be-itsme/itsme-under-test.ts';

redirectEidContract('nl-itsme', () => startItsmeUnderTest(nlItsme));
