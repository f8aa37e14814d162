import { contentStoreContract } from '../../src/contracts/content-store.ts';
import { memoryConfigurationStore } from '../../src/memory/content-store.ts';

contentStoreContract('memoryContentStore', async () => ({
  replicas: [memoryConfigurationStore()],
  close: async () => undefined,
}));
