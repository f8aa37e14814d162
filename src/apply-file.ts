import { eidModules } from './adapters/eid/registry.ts';
import { pgContentStore } from './adapters/postgres/content-store.ts';
import { openPool } from './adapters/postgres/pool.ts';
import { systemVault } from './adapters/system/vault.ts';
import { readContentFile } from './config/content/content-file.ts';
import type { Environment } from './config/environment/environment.ts';
import { makeApplyContent } from './management/apply-content.ts';
import type { Change } from './management/change.ts';
import { demoMaterial } from './management/demo-material.ts';
import type { Log } from './ports/log.ts';

/** A content file, and where it goes. */
export interface FileToApply {
  readonly path: string;
  /** The variables that the file refers to. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly environment: Pick<Environment, 'databaseUrl' | 'keyEncryptionKeys'>;
  readonly now: Date;
  readonly log: Log;
  /** Only tells what would change. */
  readonly dryRun?: boolean;
}

/**
 * Makes the stored content what the file declares; answers what changed.
 * @throws {ConfigurationFaults} when the file is wrong, `ContentConflict` or `DemoMaterial` when it cannot be stored
 */
export async function applyFile(file: FileToApply): Promise<readonly Change[]> {
  const { path, env, environment, now, log, dryRun = false } = file;
  const content = readContentFile({ path, env, eids: eidModules, now });
  const pool = openPool({ url: environment.databaseUrl, size: 1 }, log);
  try {
    const applyContent = makeApplyContent({
      contentStore: pgContentStore(pool),
      vault: systemVault(environment.keyEncryptionKeys),
      demo: { ...demoMaterial, eids: eidModules },
    });
    return await applyContent(content, { dryRun });
  } finally {
    await pool.end();
  }
}
