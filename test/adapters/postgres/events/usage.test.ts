import { usageContract } from '@eid-broker/testing/contracts/usage';
import { pgUsage } from '../../../../src/adapters/postgres/events/usage.ts';
import { pgAuthentications } from '../../../../src/adapters/postgres/logins/authentications.ts';
import { pgReplicas } from '../../../support/pg-replicas.ts';

usageContract(
  'pgUsage',
  pgReplicas((connected) => ({
    ...pgUsage(connected.pool),
    authentications: pgAuthentications(connected),
  })),
);
