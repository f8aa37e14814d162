import { contentStoreContract } from '../../src/contracts/content-store.ts';
import { memoryContentStore } from '../../src/memory/content-store.ts';

contentStoreContract('memoryContentStore', async () => ({
  replicas: [memoryContentStore()],
  close: async () => undefined,
}));
