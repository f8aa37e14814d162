import { memoryContentStore } from '../../../src/adapters/memory/content-store.ts';
import { contentStoreContract } from '../../contracts/content-store.ts';

contentStoreContract('memoryContentStore', async () => ({
  replicas: [memoryContentStore()],
  close: async () => undefined,
}));
