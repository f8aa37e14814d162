import { pgAuthentications } from '../../../src/adapters/postgres/authentications.ts';
import { pgEventChain } from '../../../src/adapters/postgres/event-chain.ts';
import { eventChainContract } from '../../contracts/event-chain.ts';
import { pgReplicas } from '../../support/pg-replicas.ts';

eventChainContract(
  'pgEventChain',
  pgReplicas((connected) => ({
    ...pgEventChain(connected.pool),
    authentications: pgAuthentications(connected),
  })),
);
