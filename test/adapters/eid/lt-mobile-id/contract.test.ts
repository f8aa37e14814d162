import { orderEidContract } from '@eid-broker/testing/contracts/order-eid';

import { ltMobileId } from '../../../../src/adapters/eid/lt-mobile-id/row.ts';
import { startMobileIdUnderTest } from '../protocols/mobile-id/mobile-id-under-test.ts';

orderEidContract('lt-mobile-id', () => startMobileIdUnderTest(ltMobileId));
