import type { EidRegistry } from '../adapters/eid/registry.ts';
import { pgConfigurationStore } from '../adapters/postgres/configuration-store.ts';
import { silentLog } from '../adapters/system/log.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { composeEids } from '../compose-eids.ts';
import { both, ConfigurationProblems } from '../config/configuration-problems.ts';
import {
  type Environment,
  readEidPaths,
  readEnvironment,
} from '../config/environment/environment.ts';
import { readConfigurationFile } from '../config/file/configuration-file.ts';
import type { DeclaredConfiguration } from '../domain/configuration.ts';
import { FLOWS } from '../domain/flow.ts';
import {
  ConfigurationConflict,
  makeApplyConfiguration,
} from '../management/apply-configuration.ts';
import { demoMaterial } from '../management/demo-material.ts';
import { DemoMaterial, ForeignKey } from '../management/startup-checks.ts';
import { type Change, describeChange } from '../management/tenant-changes.ts';
import type { Log } from '../ports/log.ts';
import { defineCommand, print, warn } from './command.ts';
import { withDatabase } from './with-database.ts';

/** A parallel `apply` runs first, and a big file takes time. */
const STATEMENT_SECONDS = 30;

/** Makes the stored configuration equal to a file. */
export const command = defineCommand({
  description: `Checks a YAML file and makes the stored tenants, domains, eIDs and applications equal to it, in one
transaction. An error leaves everything as it was.`,
  operand: 'FILE',
  options: { 'dry-run': { help: 'only checks the file and lists the changes' } },
  async run({ operand: path, options, env }) {
    const dryRun = options['dry-run'];
    const eids = await composeEids(readEidPaths(env));
    const [environment, declared] = both(
      () => readEnvironment(env),
      () => readFileToApply({ path, env, eids, now: new Date() }),
    );
    const target = { environment, eids, log: silentLog, dryRun };
    const changes = await applyConfigurationTo(target, declared);
    print(changes.length === 0 ? 'no changes' : changes.map(describeChange));
    if (dryRun && changes.length > 0) print('nothing was written: this was a dry run');
    for (const warning of warningsOf(declared, changes)) warn(`warning: ${warning}`);
    return 0;
  },
  failureText(error, text) {
    const isRefused = [ConfigurationProblems, ConfigurationConflict, DemoMaterial, ForeignKey].some(
      (kind) => error instanceof kind,
    );
    return isRefused ? text : `the configuration was not applied: ${text}`;
  },
});

/** A configuration file. */
export interface FileToRead {
  readonly path: string;
  /** The variables that the file refers to. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly eids: Pick<EidRegistry, 'modules'>;
  readonly now: Date;
}

/** The database, and the mode of applying. */
export interface Target {
  readonly environment: Pick<Environment, 'databaseUrl' | 'keyEncryptionKeys'>;
  readonly eids: Pick<EidRegistry, 'modules'>;
  readonly log: Log;
  /** Only reports the changes. */
  readonly dryRun?: boolean;
}

/**
 * Reads and checks the file.
 * @throws {ConfigurationProblems} with all problems
 */
export function readFileToApply(file: FileToRead): DeclaredConfiguration {
  return readConfigurationFile({ ...file, eids: file.eids.modules, demo: demoMaterial });
}

/**
 * Makes the stored configuration equal to the declared one; returns the changes.
 * @throws {ConfigurationConflict | DemoMaterial | ForeignKey}
 */
export async function applyConfigurationTo(
  target: Target,
  declared: DeclaredConfiguration,
): Promise<readonly Change[]> {
  const { environment, eids, log, dryRun = false } = target;
  const database = { url: environment.databaseUrl, statementSeconds: STATEMENT_SECONDS, log };
  return withDatabase(database, (pool) => {
    const vault = systemVault(environment.keyEncryptionKeys);
    const applyConfiguration = makeApplyConfiguration({
      configurationStore: pgConfigurationStore({ pool, vault }),
      vault,
      demo: { ...demoMaterial, eids: eids.modules },
    });
    return applyConfiguration(declared, { dryRun });
  });
}

/** One warning a tenant. An application that this run neither creates nor changes is left out. */
function warningsOf(
  { tenants }: DeclaredConfiguration,
  changes: readonly Change[],
): readonly string[] {
  return tenants.flatMap(({ id, applications }) => {
    const changed = new Set(
      changes.flatMap(({ tenantId, what, name }) =>
        tenantId === id && what === 'application' ? name : [],
      ),
    );
    const names = applications
      .filter(({ clientId }) => changed.has(clientId))
      .filter(({ flows }) => flows.some((flow) => FLOWS[flow].channel === 'browser'))
      .filter(({ defaultAcrValues }) => defaultAcrValues === undefined)
      .map(({ clientId }) => clientId);
    if (names.length === 0) return [];
    return `tenant ${id}: without defaultAcrValues a request that lacks acr_values is refused: ${names.join(', ')}`;
  });
}
