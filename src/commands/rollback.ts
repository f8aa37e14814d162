import { pgConfigurationHistory } from '../adapters/postgres/configuration-history.ts';
import { pgConfigurationStore } from '../adapters/postgres/configuration-store.ts';
import { pgRecentUse } from '../adapters/postgres/recent-use.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { randomId } from '../adapters/system/random.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { consoleAccessOf } from '../compose-console-access.ts';
import { composeEids } from '../compose-eids.ts';
import { readEidPaths, readEnvironment } from '../config/environment/environment.ts';
import { mapEidSecretsOf } from '../config/file/map-eid-secrets.ts';
import { makeApplyConfiguration } from '../management/apply-configuration.ts';
import { demoMaterial } from '../management/demo-material.ts';
import { makeEventsOfPlan } from '../management/plan-events.ts';
import { makeRollBack } from '../management/roll-back.ts';
import { certificateFaultsOf } from '../management/unfit-certificates.ts';
import { defineCommand, UsageError } from './command.ts';
import { originOf, PLAN_OPTIONS, runPlanned } from './plan-output.ts';
import { withDatabase } from './with-database.ts';

const STATEMENT_SECONDS = 30;

/** Returns to a former configuration. */
export const command = defineCommand({
  description: `Makes each tenant as it was in a revision, or one of them, as a new revision. Tenants without a record of then stay.
Exit code 2: nothing was written, because parts would be removed.`,
  operand: 'REVISION',
  options: {
    ...PLAN_OPTIONS,
    tenant: { value: 'ID', help: 'one tenant; without it all that have a record' },
  },
  async run({ operand, options, env }) {
    if (!/^[1-9]\d{0,14}$/.test(operand)) {
      throw new UsageError('REVISION: must be a number that `revisions` lists');
    }
    const origin = originOf(options, env);
    const { databaseUrl: url, keyEncryptionKeys, management } = readEnvironment(env);
    const { modules } = await composeEids(readEidPaths(env));
    const vault = systemVault(keyEncryptionKeys);
    return withDatabase({ url, statementSeconds: STATEMENT_SECONDS }, async (pool) => {
      const applyConfiguration = makeApplyConfiguration({
        lockOuts: {
          recentUse: pgRecentUse(pool),
          eids: modules,
          console: consoleAccessOf(management),
          clock: systemClock,
        },
        certificateFaults: certificateFaultsOf(modules, systemClock),
        eventsOf: makeEventsOfPlan({ newId: randomId, clock: systemClock }),
        configurationStore: pgConfigurationStore({ pool, vault }),
        vault,
        mapEidSecrets: mapEidSecretsOf(modules),
        demo: { ...demoMaterial, eids: modules },
      });
      const rollBack = makeRollBack({
        history: pgConfigurationHistory({ pool, vault }),
        applyConfiguration,
      });
      const target = { revision: Number(operand), tenantId: options.tenant };
      const { code } = await runPlanned(options, (choices) =>
        rollBack(target, { ...origin, ...choices }),
      );
      return code;
    });
  },
});
