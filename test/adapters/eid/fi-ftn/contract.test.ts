import { redirectEidContract } from '@eid-broker/testing/contracts/redirect-eid';
import { startFtnUnderTest } from './ftn-under-test.ts';

redirectEidContract('fi-ftn', startFtnUnderTest);
