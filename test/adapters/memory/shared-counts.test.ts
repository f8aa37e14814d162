import { memorySharedCounts } from '../../../src/adapters/memory/shared-counts.ts';
import { sharedCountsContract } from '../../contracts/shared-counts.ts';

sharedCountsContract('memorySharedCounts', async () => ({
  replicas: [memorySharedCounts()],
  close: async () => {},
}));
