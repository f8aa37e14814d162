import type { Pool } from 'pg';

import type { EidRegistry } from '../adapters/eid/registry.ts';
import { CALLBACK_PATH } from '../adapters/management/login/login-pages.ts';
import { pgConfigurationStore } from '../adapters/postgres/configuration/configuration-store.ts';
import { pgRecentUse } from '../adapters/postgres/events/recent-use.ts';
import { randomId } from '../adapters/system/random.ts';
import type { RotatingVault } from '../adapters/system/vault.ts';
import type { ManagementListener } from '../config/environment/environment.ts';
import { mapEidSecretsOf } from '../config/file/map-eid-secrets.ts';
import {
  type ApplyConfiguration,
  makeApplyConfiguration,
} from '../management/configuration/apply-configuration.ts';
import type { ConsoleAccess } from '../management/configuration/console-access.ts';
import { demoMaterial } from '../management/configuration/demo-material.ts';
import { makeEventsOfPlan } from '../management/configuration/plan-events.ts';
import { certificateFaultsOf } from '../management/eids/unfit-certificates.ts';
import type { Clock } from '../ports/runtime.ts';

interface Deps {
  readonly pool: Pool;
  readonly vault: RotatingVault;
  readonly eids: Pick<EidRegistry, 'modules'>;
  /** The management listener, whose administrators must not be locked out; undefined: there is none. */
  readonly listener: ManagementListener | undefined;
  readonly clock: Clock;
}

/** Composes the change of the stored configuration, with every check: for commands and the management API alike. */
export function composeApply({
  pool,
  vault,
  eids: { modules },
  listener,
  clock,
}: Deps): ApplyConfiguration {
  return makeApplyConfiguration({
    configurationStore: pgConfigurationStore({ pool, vault }),
    vault,
    mapEidSecrets: mapEidSecretsOf(modules),
    demo: { ...demoMaterial, eids: modules },
    certificateFaults: certificateFaultsOf(modules, clock),
    lockOuts: {
      recentUse: pgRecentUse(pool),
      eids: modules,
      console: listener && consoleAccessOf(listener),
      clock,
    },
    eventsOf: makeEventsOfPlan({ newId: randomId, clock }),
  });
}

/** How administrators log in; undefined when nobody does. */
function consoleAccessOf({ login, url }: ManagementListener): ConsoleAccess | undefined {
  return login && { ...login, redirectUri: url + CALLBACK_PATH };
}
