import { fileURLToPath } from 'node:url';

import type { Simulators } from '@eid-broker/eid-simulators/all/simulator';
import { applyConfigurationTo, readFileToApply } from 'eid-broker/commands/apply';
import { composeEids } from 'eid-broker/compose/compose-eids';
import type { Environment } from 'eid-broker/config/environment/environment';
import type { DeclaredApplication, DeclaredEid } from 'eid-broker/domain/configuration';
import type { JsonObject } from 'eid-broker/domain/json';
import { demoMaterial } from 'eid-broker/management/configuration/demo-material';
import type { Log } from 'eid-broker/ports/log';
import type { Clock } from 'eid-broker/ports/runtime';

import { offerSimulatedEids } from './simulated-eids.ts';

/** The values of the demo that its configuration file refers to. */
export interface DemoUrls {
  readonly issuer: string;
  readonly simulatorUrl: string;
  readonly phoneUrl: string;
  readonly oidcUrl: string;
  readonly restUrl: string;
  readonly clientUrl: string;
  readonly startUrl: string;
  /** The folder of the simulator's certificates. Absolute. */
  readonly pki: string;
}

interface Means {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly log: Log;
  readonly simulators: Simulators;
  readonly console: DemoConsole;
}

/** The console as an application of the service. */
export interface DemoConsole {
  /** Its private key, as JWK. */
  readonly key: string;
  readonly redirectUri: string;
}

const CONFIGURATION_FILE = fileURLToPath(
  new URL('../../../docs/examples/demo.yaml', import.meta.url),
);

/**
 * Applies docs/examples/demo.yaml, as `npm run apply` would, with all other simulated eIDs.
 * Returns all of them, which work on any test domain of this machine whose callbacks they know.
 */
export async function applyDemoConfiguration(
  urls: DemoUrls,
  means: Means,
): Promise<readonly DeclaredEid[]> {
  const { environment, clock, log, simulators, console } = means;
  const env = variablesOf(urls);
  const registry = await composeEids(environment);
  const reading = { path: CONFIGURATION_FILE, env, eids: registry, now: clock() };
  const file = readFileToApply(reading);
  const declared = file.tenants.flatMap(({ eids }) => eids.map(({ eid }) => eid));
  const others = registry.modules.filter(({ offer }) => !declared.includes(offer.name));
  // A second tenant, made in the console, needs a host of its own.
  const issuers = [urls.issuer, urls.issuer.replace('//localhost', '//127.0.0.1')];
  const { eids, missing } = await offerSimulatedEids(others, simulators, issuers);
  for (const reason of missing) log.warn('demo.eid_missing', { reason });
  const tenants = file.tenants.map((tenant) => ({
    ...tenant,
    eids: [...tenant.eids, ...eids],
    applications: [...tenant.applications, ...consoleLike(tenant.applications[0], console)],
  }));
  const options = { who: 'demo', allowRemove: true, allowLockOut: true };
  await applyConfigurationTo({ environment, eids: registry, log }, { tenants }, options);
  return tenants.flatMap((tenant) => tenant.eids);
}

/** The console logs people in with a code, PKCE and its key; its other settings are those of an application of the file. */
function consoleLike(
  application: DeclaredApplication | undefined,
  { key, redirectUri }: DemoConsole,
): readonly DeclaredApplication[] {
  if (application === undefined) return [];
  const { d: _, ...publicKey } = JSON.parse(key) as JsonObject;
  return [
    {
      ...application,
      clientId: 'management-console',
      name: 'eid-broker console',
      flows: ['authorization-code'],
      redirectUris: [redirectUri],
      postLogoutRedirectUris: [],
      secrets: [],
      jwks: { keys: [{ ...publicKey, alg: 'ES256', use: 'sig' }] },
      requirePkce: true,
      dynamicScopes: false,
    },
  ];
}

function variablesOf(urls: DemoUrls): Readonly<Record<string, string>> {
  const { secrets } = demoMaterial;
  return {
    DEMO_ISSUER: urls.issuer,
    DEMO_BANKID_URL: urls.simulatorUrl,
    DEMO_BANKID_PKI: urls.pki,
    DEMO_PHONE_URL: urls.phoneUrl,
    DEMO_CLIENT_URL: urls.clientUrl,
    DEMO_START_URL: urls.startUrl,
    DEMO_WEB_SECRET: secrets.web,
    DEMO_BACKEND_SECRET: secrets.backend,
    DEMO_START_SECRET: secrets.start,
  };
}
