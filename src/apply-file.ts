import { commandAdmission } from './adapters/admission/database-admission.ts';
import { eidModules } from './adapters/eid/registry.ts';
import { pgConfigurationStore } from './adapters/postgres/configuration-store.ts';
import { openPool } from './adapters/postgres/pool.ts';
import { systemVault } from './adapters/system/vault.ts';
import type { Environment } from './config/environment/environment.ts';
import { readConfigurationFile } from './config/file/configuration-file.ts';
import type { DeclaredConfiguration } from './domain/configuration.ts';
import { makeApplyConfiguration } from './management/apply-configuration.ts';
import { demoMaterial } from './management/startup-checks.ts';
import type { Change } from './management/tenant-changes.ts';
import type { Log } from './ports/log.ts';

/** In seconds: a parallel `apply` runs first, and a big file takes time. */
const DEADLINE = 30;

/** A content file. */
export interface FileToRead {
  readonly path: string;
  /** The variables that the file refers to. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
}

/** Where content goes. */
export interface Target {
  readonly environment: Pick<Environment, 'databaseUrl' | 'keyEncryptionKeys'>;
  readonly log: Log;
  /** Only reports the changes. */
  readonly dryRun?: boolean;
}

/**
 * Reads and checks the file.
 * @throws {ConfigurationFaults} with everything that is wrong with it
 */
export function readFileToApply(file: FileToRead): DeclaredConfiguration {
  return readConfigurationFile({ ...file, eids: eidModules, demo: demoMaterial });
}

/**
 * Makes the stored content what is declared; answers what changed.
 * @throws `ContentConflict`, `DemoMaterial` or `ForeignKey` when it cannot be stored
 */
export async function applyConfigurationTo(
  target: Target,
  content: DeclaredConfiguration,
): Promise<readonly Change[]> {
  const { environment, log, dryRun = false } = target;
  const pool = openPool(
    { url: environment.databaseUrl, size: 1, deadline: DEADLINE, admission: commandAdmission },
    log,
  );
  try {
    const vault = systemVault(environment.keyEncryptionKeys);
    const applyConfiguration = makeApplyConfiguration({
      configurationStore: pgConfigurationStore({ pool, vault }),
      vault,
      demo: { ...demoMaterial, eids: eidModules },
    });
    return await applyConfiguration(content, { dryRun });
  } finally {
    await pool.end();
  }
}
