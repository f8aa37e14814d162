import { afterAll, beforeAll } from '@jest/globals';

import { codeModules } from './code-modules.ts';
import { loginModules } from './login-modules.ts';
import { refusalModules } from './refusal-modules.ts';
import { runPlan } from './run-plan.ts';
import { sessionModules } from './session-modules.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage('basic', { responseType: 'code' });
});
afterAll(() => stage?.broker.close());

runPlan('oidcc-basic-certification-test-plan', {
  ...loginModules(() => stage),
  ...codeModules(() => stage),
  ...sessionModules(() => stage),
  ...refusalModules(() => stage),
});
