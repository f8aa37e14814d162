import { silentLog } from '../adapters/system/silent-log.ts';
import { applyContentTo, readFileToApply } from '../apply-file.ts';
import { both, ConfigurationFaults } from '../config/configuration-faults.ts';
import { readEnvironment } from '../config/environment/environment.ts';
import type { Content } from '../domain/content.ts';
import { FLOWS } from '../domain/flow.ts';
import { faultText } from '../fault-text.ts';
import { ContentConflict } from '../management/apply-content.ts';
import { type Change, describeChange } from '../management/change.ts';
import { DemoMaterial } from '../management/refuse-demo-material.ts';
import { ForeignKey } from '../management/refuse-foreign-key.ts';

const USAGE = 'usage: npm run apply -- FILE [--dry-run]';
const NO_SUCH_TABLE = '42P01';

/** `npm run apply -- FILE [--dry-run]`: makes the stored content what the file declares. */
async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { path, dryRun } = readArguments(args);
  const [environment, content] = both(
    () => readEnvironment(env),
    () => readFileToApply({ path, env, now: new Date() }),
  );
  const changes = await applyContentTo({ environment, log: silentLog, dryRun }, content);
  const lines = changes.length === 0 ? ['no changes'] : changes.map(describeChange);
  if (dryRun && changes.length > 0) lines.push('nothing was written: this was a dry run');
  process.stdout.write(`${lines.join('\n')}\n`);
  for (const warning of warningsOf(content, changes)) process.stderr.write(`warning: ${warning}\n`);
}

/** One warning a tenant. An application that this run neither creates nor changes is left out. */
function warningsOf({ tenants }: Content, changes: readonly Change[]): readonly string[] {
  return tenants.flatMap(({ id, applications }) => {
    const changed = new Set(
      changes.flatMap(({ tenantId, what, name }) =>
        tenantId === id && what === 'application' ? name : [],
      ),
    );
    const names = applications
      .filter(({ clientId }) => changed.has(clientId))
      .filter(({ flows }) => flows.some((flow) => FLOWS[flow].door === 'browser'))
      .filter(({ defaultAcrValues }) => defaultAcrValues === undefined)
      .map(({ clientId }) => clientId);
    if (names.length === 0) return [];
    return `tenant ${id}: without defaultAcrValues a request that lacks acr_values is refused: ${names.join(', ')}`;
  });
}

function readArguments(args: readonly string[]) {
  const files = args.filter((arg) => !arg.startsWith('--'));
  const unknown = args.filter((arg) => arg.startsWith('--') && arg !== '--dry-run');
  const [path] = files;
  if (path === undefined || files.length > 1 || unknown.length > 0) {
    throw new ConfigurationFaults([{ path: '', message: USAGE }]);
  }
  return { path, dryRun: args.includes('--dry-run') };
}

/** What went wrong, in words that show no secret. */
function explain(error: unknown): string {
  const text = faultText(error, process.env);
  if (
    error instanceof ConfigurationFaults ||
    error instanceof ContentConflict ||
    error instanceof DemoMaterial ||
    error instanceof ForeignKey
  ) {
    return text;
  }
  const { code } = error as { readonly code?: string };
  if (code === NO_SUCH_TABLE) return 'the database has no tables yet: run npm run migrate first';
  return `the content was not applied: ${text}`;
}

main(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
