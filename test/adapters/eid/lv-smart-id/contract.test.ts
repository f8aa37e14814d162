import { orderEidContract } from '@eid-broker/testing/contracts/order-eid';

import { lvSmartId } from '../../../../src/adapters/eid/lv-smart-id/row.ts';
import { startSmartIdUnderTest } from '../protocols/smart-id/smart-id-under-test.ts';

orderEidContract('lv-smart-id', () => startSmartIdUnderTest(lvSmartId));
