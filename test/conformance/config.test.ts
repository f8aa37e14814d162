import { afterAll, beforeAll } from '@jest/globals';

import { type ConformanceBroker, startConformanceBroker } from './conformance-broker.ts';
import { discoveryModules } from './discovery-modules.ts';
import { runPlan } from './run-plan.ts';

let broker: ConformanceBroker;
beforeAll(async () => {
  broker = await startConformanceBroker();
});
afterAll(() => broker?.close());

runPlan(
  'oidcc-config-certification-test-plan',
  discoveryModules(() => broker.issuer),
);
