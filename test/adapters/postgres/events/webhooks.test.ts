import { webhooksContract } from '@eid-broker/testing/contracts/webhooks';
import {
  at,
  leaseAbout,
  PERSON,
  pendingAuthentication,
} from '@eid-broker/testing/sample-authentication';

import { chainMacs } from '../../../../src/adapters/events/chain-macs.ts';
import { pgConfigurationStore } from '../../../../src/adapters/postgres/configuration/configuration-store.ts';
import { pgEventChain } from '../../../../src/adapters/postgres/events/event-chain.ts';
import { pgWebhooks } from '../../../../src/adapters/postgres/events/webhooks.ts';
import { pgAuthentications } from '../../../../src/adapters/postgres/logins/authentications.ts';
import { silentLog } from '../../../../src/adapters/system/log.ts';
import { makeSealEvents } from '../../../../src/management/events/seal-events.ts';
import { pgReplicas, testVault } from '../../../support/pg-replicas.ts';

webhooksContract('pgWebhooks', {
  vault: testVault,
  open: pgReplicas((connected) => {
    const { pool, vault, clock } = connected;
    const authentications = pgAuthentications(connected);
    const macs = chainMacs(vault);
    const sealEvents = makeSealEvents({
      eventChain: pgEventChain({ pool, vault }),
      macs,
      clock,
      log: silentLog,
    });
    return {
      ...pgWebhooks(connected),
      configurationStore: pgConfigurationStore(connected),
      async happened(tenantId, ...ids) {
        for (const id of ids) {
          const authentication = pendingAuthentication({ id, tenantId, loginId: undefined });
          await authentications.begin(authentication);
          const outcome = { state: 'identified', at: at(1), identity: PERSON } as const;
          await authentications.recordOutcome(leaseAbout(authentication), outcome);
        }
        await sealEvents(() => true);
      },
    };
  }),
});
