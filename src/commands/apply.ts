import { silentLog } from '../adapters/system/log.ts';
import { applyConfigurationTo, readFileToApply } from '../apply-file.ts';
import { both, ConfigurationFaults } from '../config/configuration-faults.ts';
import { readEnvironment } from '../config/environment/environment.ts';
import type { DeclaredConfiguration } from '../domain/configuration.ts';
import { FLOWS } from '../domain/flow.ts';
import { ConfigurationConflict } from '../management/apply-configuration.ts';
import { DemoMaterial, ForeignKey } from '../management/startup-checks.ts';
import { type Change, describeChange } from '../management/tenant-changes.ts';
import { defineCommand, print, warn } from './command.ts';

/** Makes the stored configuration equal to a file. */
export const command = defineCommand({
  description: `Checks a YAML file and makes the stored tenants, domains, eIDs and applications equal to it, in one
transaction. An error leaves everything as it was.`,
  operand: 'FILE',
  options: { 'dry-run': { help: 'only checks the file and lists the changes' } },
  async run({ operand: path, options, env }) {
    const dryRun = options['dry-run'];
    const [environment, content] = both(
      () => readEnvironment(env),
      () => readFileToApply({ path, env, now: new Date() }),
    );
    const changes = await applyConfigurationTo({ environment, log: silentLog, dryRun }, content);
    print(changes.length === 0 ? 'no changes' : changes.map(describeChange));
    if (dryRun && changes.length > 0) print('nothing was written: this was a dry run');
    for (const warning of warningsOf(content, changes)) warn(`warning: ${warning}`);
    return 0;
  },
  failureText(error, text) {
    const isRefused = [ConfigurationFaults, ConfigurationConflict, DemoMaterial, ForeignKey].some(
      (kind) => error instanceof kind,
    );
    return isRefused ? text : `the content was not applied: ${text}`;
  },
});

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
