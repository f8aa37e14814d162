import { redirectEidContract } from '@eid-broker/testing/contracts/redirect-eid';
import { startMitIdUnderTest } from './mitid-under-test.ts';

redirectEidContract('dk-mitid', startMitIdUnderTest);
