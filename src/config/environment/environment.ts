import { readFileSync } from 'node:fs';

import type { JsonObject } from '../../domain/json.ts';
import {
  ConfigurationProblems,
  type Problem,
  problemsOf,
  unreadable,
} from '../configuration-problems.ts';
import {
  type CheckedVariables,
  cidrBlockOf,
  environmentSchema,
  keysIn,
  type LOG_LEVELS,
  listed,
  privateJwkIn,
} from './environment-schema.ts';

/** The settings of the process from its environment variables. */
export interface Environment {
  readonly databaseUrl: string;
  /** The same database without a transaction pooler. */
  readonly databaseDirectUrl: string;
  readonly databasePoolSize: number;
  /** The first one encrypts; the others only decrypt. */
  readonly keyEncryptionKeys: readonly Uint8Array[];
  readonly bindAddress: string;
  readonly port: number;
  readonly healthPort: number;
  /** Undefined: there is no management API. */
  readonly management: ManagementListener | undefined;
  /** CIDR blocks, each with its prefix length. */
  readonly trustedProxies: readonly string[];
  /** For one sender, over all replicas. */
  readonly requestsPerSecond: RequestsPerSecond;
  /** Files or folders with definitions of further eIDs. */
  readonly eidDefinitions: readonly string[];
  /** Packages or files with further eIDs. */
  readonly eidModules: readonly string[];
  /** Undefined: forever. */
  readonly eventRetentionDays: number | undefined;
  /** Of the timelines of logins. */
  readonly loginRetentionDays: number;
  /** The URL of the trace collector; undefined: no traces. */
  readonly tracesUrl: string | undefined;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** The page at `/` links to these; undefined: no link. */
  readonly documentationUrl: string | undefined;
  readonly tryItUrl: string | undefined;
}

/** Where the management API listens. */
export interface ManagementListener {
  readonly port: number;
  /** The origin under which it is reached. */
  readonly url: string;
  /** Undefined: nobody can log in. */
  readonly login: ManagementLogin | undefined;
}

/** How the console logs administrators in. Either the key or the secret is set. */
export interface ManagementLogin {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientKey: JsonObject | undefined;
  readonly clientSecret: string | undefined;
  /** Empty: any. */
  readonly acrValues: readonly string[];
}

/** The usual number of requests of a login: a fifteenth of an address's requests are starts. */
const REQUESTS_OF_LOGIN = 15;
const DATABASE_URLS = ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const;

/** The most requests a second of each kind of sender. */
export interface RequestsPerSecond {
  readonly address: number;
  /** Starts of orders by one address that name no person. */
  readonly 'address-starts': number;
  readonly client: number;
  readonly tenant: number;
}

/** The variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables; an empty one counts as not set.
 * @throws {ConfigurationProblems} with every problem, by the variable's name
 */
export function readEnvironment(env: Variables): Environment {
  const { variables, problems: fileProblems } = withSecretFiles(env, OWN_SECRETS);
  const { checked, problems } = check(variables);
  const inFiles = new Set(fileProblems.map(({ path }) => path.replace(/_FILE$/, '')));
  const all = [...fileProblems, ...problems.filter(({ path }) => !inFiles.has(path))];
  if (checked === undefined || all.length > 0) throw new ConfigurationProblems(all);
  return environmentOf(checked);
}

/**
 * Reads the database's URL alone, for a command that needs no other variable.
 * @throws {ConfigurationProblems}
 */
export function readDatabaseUrl(env: Variables): string {
  return readDatabaseUrls(env).DATABASE_URL;
}

/**
 * Reads the database's URL without a transaction pooler, for migrations.
 * @throws {ConfigurationProblems}
 */
export function readDatabaseDirectUrl(env: Variables): string {
  const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL } = readDatabaseUrls(env);
  return DATABASE_DIRECT_URL;
}

/** Reads the places of the operator's eIDs alone. They need no check: a place without an eID is reported when it is read. */
export function readEidPaths({
  EID_DEFINITIONS,
  EID_MODULES,
}: Variables): Pick<Environment, 'eidDefinitions' | 'eidModules'> {
  return { eidDefinitions: listed(EID_DEFINITIONS), eidModules: listed(EID_MODULES) };
}

function readDatabaseUrls(env: Variables) {
  const { variables, problems } = withSecretFiles(env, DATABASE_URLS);
  if (problems.length > 0) throw new ConfigurationProblems(problems);
  try {
    return environmentSchema.pick([...DATABASE_URLS]).validateSync(variables);
  } catch (error) {
    throw new ConfigurationProblems(problemsOf(error));
  }
}

function withSecretFiles(
  env: Variables,
  names: readonly string[],
): { readonly variables: Variables; readonly problems: Problem[] } {
  const variables = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ''));
  const problems: Problem[] = [];
  for (const name of names) {
    const path = `${name}_FILE`;
    const file = variables[path];
    if (file === undefined) continue;
    if (variables[name] !== undefined) {
      problems.push({ path, message: `goes only without ${name}` });
      continue;
    }
    try {
      variables[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      problems.push({ path, message: `names a file that ${unreadable(error)}` });
    }
  }
  return { variables, problems };
}

function check(variables: Variables): {
  readonly checked: CheckedVariables | undefined;
  readonly problems: readonly Problem[];
} {
  try {
    const checked = environmentSchema.validateSync(variables, { abortEarly: false });
    return { checked, problems: [...portProblems(checked), ...loginProblems(checked)] };
  } catch (error) {
    return { checked: undefined, problems: problemsOf(error) };
  }
}

/** Each server has a port of its own; 0 picks a free one. */
function portProblems(checked: CheckedVariables): Problem[] {
  const names = ['PORT', 'HEALTH_PORT', 'MANAGEMENT_PORT'] as const;
  return names.flatMap((path, index) => {
    const port = checked[path];
    const twin = names.slice(0, index).find((name) => checked[name] === port);
    if (!port || twin === undefined) return [];
    return [{ path, message: `must not be ${twin} too` }];
  });
}

/** A console that logs people in authenticates by one of two ways. */
function loginProblems(checked: CheckedVariables): Problem[] {
  const { MANAGEMENT_ISSUER, MANAGEMENT_CLIENT_KEY, MANAGEMENT_CLIENT_SECRET } = checked;
  if (MANAGEMENT_ISSUER === undefined) return [];
  const ways = [MANAGEMENT_CLIENT_KEY, MANAGEMENT_CLIENT_SECRET].filter(Boolean).length;
  if (ways === 1) return [];
  const message = 'needs either MANAGEMENT_CLIENT_KEY or MANAGEMENT_CLIENT_SECRET';
  return [{ path: 'MANAGEMENT_ISSUER', message }];
}

function managementIn(checked: CheckedVariables): ManagementListener | undefined {
  const { MANAGEMENT_PORT: port, MANAGEMENT_URL: url = `http://localhost:${port}` } = checked;
  return port === undefined ? undefined : Object.freeze({ port, url, login: loginIn(checked) });
}

function loginIn(checked: CheckedVariables): ManagementLogin | undefined {
  const { MANAGEMENT_ISSUER: issuer, MANAGEMENT_CLIENT_KEY: key } = checked;
  if (issuer === undefined) return undefined;
  return Object.freeze({
    issuer,
    clientId: checked.MANAGEMENT_CLIENT_ID,
    clientKey: key === undefined ? undefined : privateJwkIn(key),
    clientSecret: checked.MANAGEMENT_CLIENT_SECRET,
    acrValues: listed(checked.MANAGEMENT_ACR_VALUES),
  });
}

function environmentOf(variables: CheckedVariables): Environment {
  return Object.freeze({
    databaseUrl: variables.DATABASE_URL,
    databaseDirectUrl: variables.DATABASE_DIRECT_URL ?? variables.DATABASE_URL,
    databasePoolSize: variables.DATABASE_POOL_SIZE,
    keyEncryptionKeys: Object.freeze(keysIn(variables.KEY_ENCRYPTION_KEY) ?? []),
    bindAddress: variables.BIND_ADDRESS,
    port: variables.PORT,
    healthPort: variables.HEALTH_PORT,
    management: managementIn(variables),
    trustedProxies: Object.freeze(
      listed(variables.TRUSTED_PROXIES).flatMap((block) => cidrBlockOf(block) ?? []),
    ),
    requestsPerSecond: Object.freeze({
      address: variables.REQUESTS_PER_ADDRESS,
      'address-starts':
        variables.STARTS_PER_ADDRESS ??
        Math.ceil(variables.REQUESTS_PER_ADDRESS / REQUESTS_OF_LOGIN),
      client: variables.REQUESTS_PER_CLIENT,
      tenant: variables.REQUESTS_PER_TENANT,
    }),
    eidDefinitions: Object.freeze(listed(variables.EID_DEFINITIONS)),
    eidModules: Object.freeze(listed(variables.EID_MODULES)),
    eventRetentionDays: variables.EVENT_RETENTION_DAYS,
    loginRetentionDays: variables.LOGIN_RETENTION_DAYS,
    tracesUrl: tracesUrlIn(variables),
    logLevel: variables.LOG_LEVEL,
    documentationUrl: variables.DOCUMENTATION_URL,
    tryItUrl: variables.TRY_IT_URL ?? variables.MANAGEMENT_URL,
  });
}

function tracesUrlIn(variables: CheckedVariables): string | undefined {
  if (variables.OTEL_SDK_DISABLED === 'true') return undefined;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector } = variables;
  const below = collector && `${collector.replace(/\/+$/, '')}/v1/traces`;
  return variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? below;
}

/** The variables with secrets of the process; each may be a file, named by `NAME_FILE`. */
const OWN_SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'KEY_ENCRYPTION_KEY',
  'MANAGEMENT_CLIENT_KEY',
  'MANAGEMENT_CLIENT_SECRET',
] as const;

/** True for a variable with such a secret, or with the name of its file. */
export function isOwnSecret(variable: string): boolean {
  return OWN_SECRETS.some((name) => variable === name || variable === `${name}_FILE`);
}
