import { fileURLToPath } from 'node:url';

import { applyConfigurationTo, readFileToApply } from 'eid-broker/commands/apply';
import type { Environment } from 'eid-broker/config/environment/environment';
import { demoMaterial } from 'eid-broker/management/demo-material';
import type { Log } from 'eid-broker/ports/log';
import type { Clock } from 'eid-broker/ports/runtime';

/** The values of the demo that its configuration file refers to. */
export interface DemoUrls {
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

const CONFIGURATION_FILE = fileURLToPath(
  new URL('../../../docs/examples/demo.yaml', import.meta.url),
);

/** Applies docs/examples/demo.yaml, as `npm run apply` would. */
export async function applyDemoConfiguration(urls: DemoUrls, means: Means): Promise<void> {
  const { environment, clock, log } = means;
  const env = variablesOf(urls);
  const configuration = readFileToApply({ path: CONFIGURATION_FILE, env, now: clock() });
  await applyConfigurationTo({ environment, log }, configuration);
}

function variablesOf(urls: DemoUrls): Readonly<Record<string, string>> {
  const { secrets } = demoMaterial;
  return {
    DEMO_ISSUER: urls.issuer,
    DEMO_BANKID_URL: urls.simulatorUrl,
    DEMO_BANKID_PKI: urls.pki,
    DEMO_PHONE_URL: urls.phoneUrl,
    DEMO_CLIENT_URL: urls.clientUrl,
    DEMO_WEB_SECRET: secrets.web,
    DEMO_BACKEND_SECRET: secrets.backend,
  };
}
