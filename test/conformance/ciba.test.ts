import { afterAll, afterEach, beforeAll } from '@jest/globals';

import { cibaModules } from './ciba-modules.ts';
import { cibaRefusalModules } from './ciba-refusal-modules.ts';
import { type ConformanceBroker, startConformanceBroker } from './conformance-broker.ts';
import { discoveryModules } from './discovery-modules.ts';
import { runPlan } from './run-plan.ts';

let broker: ConformanceBroker;
beforeAll(async () => {
  broker = await startConformanceBroker();
});
afterAll(() => broker?.close());
// A limit allows only a few requests for one person in a minute.
afterEach(() => broker.advance(61));

runPlan('fapi-ciba-id1-test-plan', {
  ...discoveryModules(() => broker.issuer),
  ...cibaModules(() => broker),
  ...cibaRefusalModules(() => broker),
});
