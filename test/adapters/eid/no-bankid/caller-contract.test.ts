import { orderEidContract } from '@eid-broker/testing/contracts/order-eid';
import { startCallerUnderTest } from './caller-under-test.ts';

orderEidContract('no-bankid', startCallerUnderTest);
