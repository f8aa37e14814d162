import { pgConfigurationHistory } from '../adapters/postgres/configuration/configuration-history.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { composeApply } from '../compose/compose-apply.ts';
import { composeEids } from '../compose/compose-eids.ts';
import { readEidPaths, readEnvironment } from '../config/environment/environment.ts';
import { makeRollBack } from '../management/configuration/roll-back.ts';
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
    const { databaseUrl: url, keyEncryptionKeys, management: listener } = readEnvironment(env);
    const eids = await composeEids(readEidPaths(env));
    const vault = systemVault(keyEncryptionKeys);
    return withDatabase({ url, statementSeconds: STATEMENT_SECONDS }, async (pool) => {
      const rollBack = makeRollBack({
        history: pgConfigurationHistory({ pool, vault }),
        applyConfiguration: composeApply({ pool, vault, eids, listener, clock: systemClock }),
      });
      const target = { revision: Number(operand), tenantId: options.tenant };
      const { code } = await runPlanned(options, (choices) =>
        rollBack(target, { ...origin, ...choices }),
      );
      return code;
    });
  },
});
