import { orderEidContract } from '@eid-broker/testing/contracts/order-eid';
import { startBankIdUnderTest } from './bankid-under-test.ts';

orderEidContract('se-bankid', startBankIdUnderTest);
