import { eidModules } from './adapters/eid/registry.ts';
import { pgContentStore } from './adapters/postgres/content-store.ts';
import { openPool } from './adapters/postgres/pool.ts';
import { systemVault } from './adapters/system/vault.ts';
import { ConfigurationFaults } from './config/configuration-faults.ts';
import { readContentFile } from './config/content/content-file.ts';
import { readEnvironment } from './config/environment/environment.ts';
import { ContentConflict, makeApplyContent } from './management/apply-content.ts';
import { describeChange } from './management/change.ts';
import { demoMaterial } from './management/demo-material.ts';
import { DemoMaterial } from './management/refuse-demo-material.ts';
import type { Log } from './ports/log.ts';

const USAGE = 'usage: npm run apply -- FILE [--dry-run]';
const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** `npm run apply -- FILE [--dry-run]`: makes the stored content what the file declares. */
async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const files = args.filter((arg) => !arg.startsWith('--'));
  const unknown = args.filter((arg) => arg.startsWith('--') && arg !== '--dry-run');
  const [path] = files;
  if (path === undefined || files.length > 1 || unknown.length > 0) {
    throw new ConfigurationFaults([{ path: '', message: USAGE }]);
  }
  const dryRun = args.includes('--dry-run');

  const { databaseUrl, keyEncryptionKeys } = readEnvironment(env);
  const content = readContentFile({ path, env, eids: eidModules, now: new Date() });
  const pool = openPool({ url: databaseUrl, size: 1 }, silent);
  try {
    const applyContent = makeApplyContent({
      contentStore: pgContentStore(pool),
      vault: systemVault(keyEncryptionKeys),
      demo: { ...demoMaterial, eids: eidModules },
    });
    const changes = await applyContent(content, { dryRun });
    const lines = changes.length === 0 ? ['no changes'] : changes.map(describeChange);
    if (dryRun && changes.length > 0) lines.push('nothing was written: this was a dry run');
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await pool.end();
  }
}

const NO_SUCH_TABLE = '42P01';

/** What went wrong, in words that need no stack and show no secret. */
function explain(error: unknown): string {
  if (
    error instanceof ConfigurationFaults ||
    error instanceof ContentConflict ||
    error instanceof DemoMaterial
  ) {
    return error.message;
  }
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  if (code === NO_SUCH_TABLE) return 'the database has no tables yet: run npm run migrate first';
  return `the content was not applied: ${message || code || 'for an unknown reason'}`;
}

main(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
