import { orderEidContract } from '@eid-broker/testing/contracts/order-eid';

import { startFrejaUnderTest } from './freja-under-test.ts';

orderEidContract('se-frejaid', startFrejaUnderTest);
