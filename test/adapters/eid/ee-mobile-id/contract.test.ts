import { orderEidContract } from '@eid-broker/testing/contracts/order-eid';

import { eeMobileId } from '../../../../src/adapters/eid/ee-mobile-id/row.ts';
import { startMobileIdUnderTest } from '../protocols/mobile-id/mobile-id-under-test.ts';

orderEidContract('ee-mobile-id', () => startMobileIdUnderTest(eeMobileId));
