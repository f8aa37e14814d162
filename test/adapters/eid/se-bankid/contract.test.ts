import { eidContract } from '../../../contracts/eid.ts';
import { startBankIdUnderTest } from './bankid-under-test.ts';

eidContract('se-bankid', startBankIdUnderTest);
