import { fileURLToPath } from 'node:url';

import { applyConfigurationTo, readFileToApply } from 'eid-broker/apply-file';
import { demoMaterial } from 'eid-broker/demo-material';
import type { Environment } from 'eid-broker/environment';
import type { Log } from 'eid-broker/ports/log';
import type { Clock } from 'eid-broker/ports/runtime';

/** Where everything of the demo is, as its content file is to know it. */
export interface DemoSlots {
  readonly issuer: string;
  readonly simulatorUrl: string;
  readonly phoneUrl: string;
  readonly clientUrl: string;
  /** The folder of the simulator's certificates. Absolute. */
  readonly pki: string;
}

interface Means {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly log: Log;
}

const CONTENT_FILE = fileURLToPath(new URL('../../../docs/examples/demo.yaml', import.meta.url));

/** Makes the stored content what docs/examples/demo.yaml declares, as `npm run apply` would. */
export async function applyDemoContent(concurrencyLimit: DemoSlots, means: Means): Promise<void> {
  const { environment, clock, log } = means;
  const env = variablesOf(concurrencyLimit);
  const content = readFileToApply({ path: CONTENT_FILE, env, now: clock() });
  await applyConfigurationTo({ environment, log }, content);
}

function variablesOf(concurrencyLimit: DemoSlots): Readonly<Record<string, string>> {
  const { secrets } = demoMaterial;
  return {
    DEMO_ISSUER: concurrencyLimit.issuer,
    DEMO_BANKID_URL: concurrencyLimit.simulatorUrl,
    DEMO_BANKID_PKI: concurrencyLimit.pki,
    DEMO_PHONE_URL: concurrencyLimit.phoneUrl,
    DEMO_CLIENT_URL: concurrencyLimit.clientUrl,
    DEMO_WEB_SECRET: secrets.web,
    DEMO_BACKEND_SECRET: secrets.backend,
  };
}
