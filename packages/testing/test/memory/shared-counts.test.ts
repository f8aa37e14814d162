import { sharedCountsContract } from '../../src/contracts/shared-counts.ts';
import { memorySharedCounts } from '../../src/memory/shared-counts.ts';

sharedCountsContract('memorySharedCounts', async () => ({
  replicas: [memorySharedCounts()],
  close: async () => {},
}));
