import { orderEidContract } from '@eid-broker/testing/contracts/order-eid';

import { eeSmartId } from '../../../../src/adapters/eid/ee-smart-id/row.ts';
import { startSmartIdUnderTest } from '../protocols/smart-id/smart-id-under-test.ts';

orderEidContract('ee-smart-id', () => startSmartIdUnderTest(eeSmartId));
