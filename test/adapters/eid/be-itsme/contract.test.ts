import { redirectEidContract } from '@eid-broker/testing/contracts/redirect-eid';
import { startItsmeUnderTest } from './itsme-under-test.ts';

redirectEidContract('be-itsme', startItsmeUnderTest);
