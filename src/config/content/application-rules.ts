import type { Environment } from '../../domain/tenant.ts';
import type { Fault } from '../configuration-faults.ts';
import { strictestEnvironment, usedEnvironments } from './environment-of.ts';
import { flowFaults, flowsOf } from './flow-rules.ts';
import { keyFaults } from './key-rules.ts';
import { listAt, memberAt, textAt } from './loose-values.ts';
import { redirectUriFault } from './redirect-uri.ts';

/** What surrounds an application in the file. */
export interface ApplicationSurroundings {
  /** The tenant's domains, unchecked. */
  readonly domains: readonly unknown[];
  readonly acrValues: readonly string[];
  readonly now: Date;
}

const SHORTEST_SECRET: Readonly<Record<Environment, number>> = { test: 15, production: 32 };
const MOST_ACTIVE_SECRETS = 2;

/** The rules over several settings of one application, and those that depend on its tenant. */
export function applicationFaults(application: unknown, around: ApplicationSurroundings): Fault[] {
  const environment = strictestEnvironment(application, around.domains);
  return [
    ...issuerFaults(application, around.domains),
    ...flowFaults(application, usedEnvironments(application, around.domains)),
    ...returnUriFaults(application, environment),
    ...keyFaults(application, environment),
    ...callFaults(application),
    ...secretFaults(application, environment, around.now),
    ...acrFaults(application, around.acrValues),
  ];
}

function issuerFaults(application: unknown, domains: readonly unknown[]): Fault[] {
  const known = domains.map((domain) => memberAt(domain, 'issuer'));
  return listAt(application, 'issuers').flatMap((issuer, index) =>
    known.includes(issuer)
      ? []
      : [{ path: `issuers[${index}]`, message: 'is not an issuer of this tenant' }],
  );
}

function returnUriFaults(application: unknown, environment: Environment): Fault[] {
  return ['redirectUris', 'postLogoutRedirectUris'].flatMap((setting) =>
    listAt(application, setting).flatMap((uri, index) => {
      const message = typeof uri === 'string' ? redirectUriFault(uri, environment) : undefined;
      return message === undefined ? [] : [{ path: `${setting}[${index}]`, message }];
    }),
  );
}

function callFaults(application: unknown): Fault[] {
  const path = 'defaultCallInitiator';
  if (memberAt(application, path) === undefined || flowsOf(application).includes('ciba')) return [];
  return [{ path, message: 'needs the flow ciba' }];
}

function secretFaults(application: unknown, environment: Environment, now: Date): Fault[] {
  const secrets = listAt(application, 'secrets');
  const shortest = SHORTEST_SECRET[environment];
  const faults = secrets.flatMap((secret, index) => {
    const value = textAt(secret, 'value');
    if (value === undefined) return [];
    const path = `secrets[${index}].value`;
    const first = secrets.findIndex((other) => textAt(other, 'value') === value);
    if (first !== index) return [{ path, message: 'is listed twice' }];
    if (!/^[\x20-\x7e]*$/.test(value)) return [{ path, message: 'must be ASCII on one line' }];
    if (value.length >= shortest) return [];
    const where = environment === 'test' ? '' : ' on a production domain';
    return [{ path, message: `must have at least ${shortest} characters${where}` }];
  });
  if (secrets.filter((secret) => isActive(secret, now)).length <= MOST_ACTIVE_SECRETS)
    return faults;
  return [...faults, { path: 'secrets', message: 'must have at most two that have not expired' }];
}

function isActive(secret: unknown, now: Date): boolean {
  const expiresAt = textAt(secret, 'expiresAt');
  return expiresAt === undefined || Date.parse(expiresAt) > now.getTime();
}

function acrFaults(application: unknown, offered: readonly string[]): Fault[] {
  const own = listAt(application, 'acrValues');
  const faults = own.flatMap((acr, index) =>
    typeof acr !== 'string' || offered.includes(acr)
      ? []
      : [{ path: `acrValues[${index}]`, message: 'is not offered by an eID of this tenant' }],
  );
  const byDefault = textAt(application, 'defaultAcrValues');
  const path = 'defaultAcrValues';
  if (byDefault === undefined) return faults;
  if (!offered.includes(byDefault)) {
    return [...faults, { path, message: 'is not offered by an eID of this tenant' }];
  }
  if (own.length === 0 || own.includes(byDefault)) return faults;
  return [...faults, { path, message: 'must be one of acrValues' }];
}
