import { readFileSync } from 'node:fs';

import { ConfigurationFaults, type Fault, faultsOf, unreadable } from '../configuration-faults.ts';
import { cidrBlockOf } from './cidr-block.ts';
import { keysIn } from './encryption-keys.ts';
import { type CheckedVariables, environmentSchema, type LOG_LEVELS } from './environment-schema.ts';
import { listed } from './listed.ts';
import { OWN_SECRETS } from './own-secrets.ts';

/** What the process is told from outside, beside the content. */
export interface Environment {
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  /** The first one encrypts; the others only decrypt. */
  readonly keyEncryptionKeys: readonly Uint8Array[];
  readonly bindAddress: string;
  readonly port: number;
  readonly healthPort: number;
  /** CIDR blocks, each with its prefix length. */
  readonly trustedProxies: readonly string[];
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** The variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables; an empty one counts as not set.
 * @throws {ConfigurationFaults} with every fault by the variable's name
 */
export function readEnvironment(env: Variables): Environment {
  const { variables, faults: fileFaults } = withSecretFiles(env, OWN_SECRETS);
  const { checked, faults } = check(variables);
  const inFiles = new Set(fileFaults.map(({ path }) => path.replace(/_FILE$/, '')));
  const all = [...fileFaults, ...faults.filter(({ path }) => !inFiles.has(path))];
  if (checked === undefined || all.length > 0) throw new ConfigurationFaults(all);
  return environmentOf(checked);
}

/**
 * Reads the one variable that a migration needs.
 * @throws {ConfigurationFaults}
 */
export function readDatabaseUrl(env: Variables): string {
  const { variables, faults } = withSecretFiles(env, ['DATABASE_URL']);
  if (faults.length > 0) throw new ConfigurationFaults(faults);
  try {
    return environmentSchema.pick(['DATABASE_URL']).validateSync(variables).DATABASE_URL;
  } catch (error) {
    throw new ConfigurationFaults(faultsOf(error));
  }
}

function withSecretFiles(
  env: Variables,
  names: readonly string[],
): { readonly variables: Variables; readonly faults: Fault[] } {
  const variables = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ''));
  const faults: Fault[] = [];
  for (const name of names) {
    const path = `${name}_FILE`;
    const file = variables[path];
    if (file === undefined) continue;
    if (variables[name] !== undefined) {
      faults.push({ path, message: `goes only without ${name}` });
      continue;
    }
    try {
      variables[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      faults.push({ path, message: `names a file that ${unreadable(error)}` });
    }
  }
  return { variables, faults };
}

function check(variables: Variables): {
  readonly checked: CheckedVariables | undefined;
  readonly faults: readonly Fault[];
} {
  try {
    const checked = environmentSchema.validateSync(variables, { abortEarly: false });
    const { PORT, HEALTH_PORT } = checked;
    const isShared = PORT === HEALTH_PORT && PORT !== 0;
    const faults = isShared ? [{ path: 'HEALTH_PORT', message: 'must not be PORT too' }] : [];
    return { checked, faults };
  } catch (error) {
    return { checked: undefined, faults: faultsOf(error) };
  }
}

function environmentOf(variables: CheckedVariables): Environment {
  return Object.freeze({
    databaseUrl: variables.DATABASE_URL,
    databasePoolSize: variables.DATABASE_POOL_SIZE,
    keyEncryptionKeys: Object.freeze(keysIn(variables.KEY_ENCRYPTION_KEY) ?? []),
    bindAddress: variables.BIND_ADDRESS,
    port: variables.PORT,
    healthPort: variables.HEALTH_PORT,
    trustedProxies: Object.freeze(
      listed(variables.TRUSTED_PROXIES).flatMap((block) => cidrBlockOf(block) ?? []),
    ),
    logLevel: variables.LOG_LEVEL,
  });
}
