import type { EidRegistry } from '../adapters/eid/registry.ts';
import { pgConfigurationStore } from '../adapters/postgres/configuration/configuration-store.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { silentLog } from '../adapters/system/log.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { composeApply } from '../compose/compose-apply.ts';
import { composeEids } from '../compose/compose-eids.ts';
import { both, ConfigurationProblems } from '../config/configuration-problems.ts';
import {
  type Environment,
  readEidPaths,
  readEnvironment,
} from '../config/environment/environment.ts';
import type { StoredSecretsOf } from '../config/file/checked-tree.ts';
import { type OpenedFile, openConfigurationFile } from '../config/file/configuration-file.ts';
import { mapEidSecretsOf } from '../config/file/map-eid-secrets.ts';
import type { DeclaredConfiguration } from '../domain/configuration.ts';
import { FLOWS } from '../domain/flow.ts';
import type { ApplyOptions } from '../management/configuration/apply-configuration.ts';
import { demoMaterial } from '../management/configuration/demo-material.ts';
import { ConfigurationConflict } from '../management/configuration/issuer-conflicts.ts';
import { LocksOut } from '../management/configuration/lock-outs.ts';
import type { Plan, PlannedChange } from '../management/configuration/plan.ts';
import { UnknownStoredSecret } from '../management/configuration/sealed-configuration.ts';
import { DemoMaterial, ForeignKey } from '../management/configuration/startup-checks.ts';
import { storedSecretsOf } from '../management/configuration/stored-secrets.ts';
import {
  type CertificateFaults,
  certificateFaultsOf,
  UnfitCertificates,
} from '../management/eids/unfit-certificates.ts';
import type { Log } from '../ports/log.ts';
import { defineCommand, warn } from './command.ts';
import { originOf, PLAN_OPTIONS, runPlanned } from './plan-output.ts';
import { withDatabase } from './with-database.ts';

/** A parallel `apply` runs first, and a big file takes time. */
const STATEMENT_SECONDS = 30;
/** The errors whose texts say enough. */
const REFUSALS = [
  ConfigurationProblems,
  ConfigurationConflict,
  UnknownStoredSecret,
  DemoMaterial,
  ForeignKey,
  UnfitCertificates,
  LocksOut,
];

/** Makes the stored configuration equal to a file. */
export const command = defineCommand({
  description: `Checks a YAML file and makes the stored tenants, domains, eIDs and applications equal to it, in one
transaction. An error leaves everything as it was. Exit code 2: nothing was written, because parts would be removed.`,
  operand: 'FILE',
  options: PLAN_OPTIONS,
  async run({ operand: path, options, env }) {
    const origin = originOf(options, env);
    const eids = await composeEids(readEidPaths(env));
    const [environment, { file, checked }] = both(
      () => readEnvironment(env),
      () => {
        const opened = openFileToApply({ path, env, eids, now: new Date() });
        return { file: opened, checked: opened.refersToStored ? undefined : opened.check() };
      },
    );
    const target = { environment, eids, log: silentLog };
    const declared = checked ?? file.check(await storedSecretsIn(target));
    const { code, plan } = await runPlanned(options, (choices) =>
      applyConfigurationTo(target, declared, { ...origin, ...choices }),
    );
    if (code !== 0) return code;
    const warnings = [
      ...warningsOf(declared, plan),
      ...storedFaultsIn(declared, certificateFaultsOf(eids.modules, systemClock)),
    ];
    for (const warning of warnings) warn(`warning: ${warning}`);
    return 0;
  },
  failureText(error, text) {
    return REFUSALS.some((kind) => error instanceof kind)
      ? text
      : `the configuration was not applied: ${text}`;
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

/** The database, and the eIDs. */
export interface Target {
  readonly environment: Pick<Environment, 'databaseUrl' | 'keyEncryptionKeys'> &
    Partial<Pick<Environment, 'management'>>;
  readonly eids: Pick<EidRegistry, 'modules'>;
  readonly log: Log;
}

/**
 * Reads and checks a file that refers to no stored secret.
 * @throws {ConfigurationProblems} with all problems
 */
export function readFileToApply(file: FileToRead): DeclaredConfiguration {
  return openFileToApply(file).check();
}

function openFileToApply(file: FileToRead): OpenedFile {
  return openConfigurationFile({ ...file, eids: file.eids.modules, demo: demoMaterial });
}

/** The secrets to which a file may refer. */
async function storedSecretsIn({ environment, eids, log }: Target): Promise<StoredSecretsOf> {
  const vault = systemVault(environment.keyEncryptionKeys);
  const { tenants } = await withDatabase({ url: environment.databaseUrl, log }, (pool) =>
    pgConfigurationStore({ pool, vault }).read(),
  );
  const parts = { vault, mapEidSecrets: mapEidSecretsOf(eids.modules) };
  return (tenantId) => {
    const tenant = tenants.find(({ id }) => id === tenantId);
    return tenant && storedSecretsOf(tenant, parts);
  };
}

/**
 * Makes the stored configuration equal to the declared one; returns what was planned and done.
 * @throws {ConfigurationConflict | DemoMaterial | ForeignKey | RemovalsRefused}
 */
export async function applyConfigurationTo(
  target: Target,
  declared: DeclaredConfiguration,
  options: ApplyOptions,
): Promise<Plan> {
  const { environment, eids, log } = target;
  const database = { url: environment.databaseUrl, statementSeconds: STATEMENT_SECONDS, log };
  return withDatabase(database, (pool) => {
    const applyConfiguration = composeApply({
      pool,
      vault: systemVault(environment.keyEncryptionKeys),
      eids,
      listener: environment.management,
      clock: systemClock,
    });
    return applyConfiguration(declared, options);
  });
}

/** One warning a tenant. An application that this run neither creates nor changes is left out. */
function warningsOf({ tenants }: DeclaredConfiguration, { changes }: Plan): readonly string[] {
  return tenants.flatMap(({ id, applications }) => {
    const changed = new Set(
      changes.flatMap(({ tenant, what, id: name }: PlannedChange) =>
        tenant === id && what === 'application' ? name : [],
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

/** The faults of certificates that are stored already; new ones with a fault are refused. */
function storedFaultsIn(
  { tenants }: DeclaredConfiguration,
  faultsOf: CertificateFaults,
): readonly string[] {
  return tenants.flatMap(({ id, eids }) =>
    eids.flatMap(({ eid, settings, environment }) =>
      faultsOf(eid, settings, environment).map(
        ({ path, message }) => `tenant ${id}, eid ${eid}: ${path} ${message}`,
      ),
    ),
  );
}
