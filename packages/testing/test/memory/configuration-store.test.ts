import { configurationStoreContract } from '../../src/contracts/configuration-store.ts';
import { memoryConfigurationStore } from '../../src/memory/configuration-store.ts';

configurationStoreContract('memoryConfigurationStore', async () => ({
  replicas: [memoryConfigurationStore()],
  close: async () => undefined,
}));
