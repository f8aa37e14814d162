import { orderEidContract } from '@eid-broker/testing/contracts/order-eid';

import { ltSmartId } from '../../../../src/adapters/eid/lt-smart-id/row.ts';
import { startSmartIdUnderTest } from '../protocols/smart-id/smart-id-under-test.ts';

orderEidContract('lt-smart-id', () => startSmartIdUnderTest(ltSmartId));
