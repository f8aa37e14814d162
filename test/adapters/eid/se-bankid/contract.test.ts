import { eidContract } from '@eid-broker/testing/contracts/eid';
import { startBankIdUnderTest } from './bankid-under-test.ts';

eidContract('se-bankid', startBankIdUnderTest);
