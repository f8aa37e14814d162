import { afterAll, beforeAll } from '@jest/globals';

import { discoveryModules } from './discovery-modules.ts';
import { logoutModules } from './logout-modules.ts';
import { runPlan } from './run-plan.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage('logout', { responseType: 'code' });
});
afterAll(() => stage?.broker.close());

runPlan('oidcc-rp-initiated-logout-certification-test-plan', {
  ...discoveryModules(() => stage.broker.issuer),
  ...logoutModules(() => stage),
});
