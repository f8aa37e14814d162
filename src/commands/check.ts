import type { EidRegistry } from '../adapters/eid/registry.ts';
import { pgConfigurationStore } from '../adapters/postgres/configuration/configuration-store.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { randomId } from '../adapters/system/random.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { composeEids } from '../compose/compose-eids.ts';
import { readEidPaths, readEnvironment } from '../config/environment/environment.ts';
import { suggestion } from '../domain/closest-name.ts';
import { type DeclaredDomain, type DeclaredEid, serves } from '../domain/configuration.ts';
import { openedSettings } from '../management/configuration/sealed-configuration.ts';
import { type EidCheck, makeCheckEid } from '../management/eids/check-eid.ts';
import { readFileToApply } from './apply.ts';
import { defineCommand, print, UsageError, warn } from './command.ts';
import { withDatabase } from './with-database.ts';

/** Tries the settings of eIDs at the eIDs. */
export const command = defineCommand({
  description: `Tries each eID with its settings: those of a file, or the stored ones without a file. Checks the environment, the
certificates with their purpose and expiry, and calls the eID: an order is started and cancelled, or a made-up
code is redeemed. No person notices it, and nothing is stored.
Exit code 1: a check failed.`,
  operand: 'FILE',
  isOperandOptional: true,
  options: {
    tenant: { value: 'ID', help: 'one tenant; without it all of them' },
    json: { help: 'JSON instead of lines' },
  },
  async run({ operand: path, options, env }) {
    const eids = await composeEids(readEidPaths(env));
    const tenants =
      path === ''
        ? await storedTenants(env)
        : readFileToApply({ path, env, eids, now: systemClock() }).tenants;
    const chosen = tenants.filter(({ id }) => (options.tenant ?? id) === id);
    if (options.tenant !== undefined && chosen.length === 0) {
      const known = tenants.map(({ id }) => id);
      throw new UsageError(`no tenant ${options.tenant}${suggestion(options.tenant, known)}`);
    }
    const reports = await reportsOn(chosen, eids);
    if (options.json) print(JSON.stringify(reports, null, 2));
    else print(reports.length === 0 ? 'no eIDs' : reports.flatMap(linesOf));
    return reports.some(({ checks }) => checks.some(({ ok }) => ok === false)) ? 1 : 0;
  },
});

interface TenantToCheck {
  readonly id: string;
  readonly domains: readonly DeclaredDomain[];
  readonly eids: readonly Pick<DeclaredEid, 'eid' | 'environment' | 'settings'>[];
}

interface Report {
  readonly tenant: string;
  readonly eid: string;
  readonly environment: DeclaredEid['environment'];
  readonly checks: readonly EidCheck[];
}

async function storedTenants(env: NodeJS.ProcessEnv): Promise<readonly TenantToCheck[]> {
  const { databaseUrl: url, keyEncryptionKeys } = readEnvironment(env);
  const vault = systemVault(keyEncryptionKeys);
  const { tenants } = await withDatabase({ url }, (pool) =>
    pgConfigurationStore({ pool, vault }).read(),
  );
  return tenants.map(({ id, domains, eids }) => ({
    id,
    domains,
    eids: eids.flatMap((stored) => {
      const settings = openedSettings(id, stored, vault);
      if (settings !== undefined) return [{ ...stored, settings }];
      warn(`tenant ${id}, eid ${stored.eid}: no known key opens the settings`);
      return [];
    }),
  }));
}

/** One after the other, so that no eID is called twice at once. */
async function reportsOn(
  tenants: readonly TenantToCheck[],
  { modules }: Pick<EidRegistry, 'modules'>,
): Promise<readonly Report[]> {
  const checkEid = makeCheckEid({ eids: modules, clock: systemClock, newId: randomId });
  const reports: Report[] = [];
  for (const { id: tenant, domains, eids } of tenants) {
    for (const { eid, environment, settings } of eids) {
      const served = domains.find((domain) => serves(environment, domain.environment));
      const issuer = served?.issuer ?? 'https://unused.invalid';
      const checks = await checkEid({ eid, environment, settings, issuer });
      reports.push({ tenant, eid, environment, checks });
    }
  }
  return reports;
}

function linesOf({ tenant, eid, environment, checks }: Report): readonly string[] {
  const scope = environment === 'both' ? '' : ` (${environment})`;
  return [
    `tenant ${tenant}, eid ${eid}${scope}`,
    ...checks.map(({ check, ok, detail }) => {
      const word = ok === null ? '-' : ok ? 'ok' : 'FAILED';
      return `  ${word.padEnd(6)}  ${check.padEnd(11)}  ${detail}`;
    }),
  ];
}
