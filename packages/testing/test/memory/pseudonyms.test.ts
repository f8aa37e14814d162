import { randomUUID } from 'node:crypto';
import { pseudonymsContract, TENANT_IDS } from '../../src/contracts/pseudonyms.ts';
import { memoryPseudonyms } from '../../src/memory/pseudonyms.ts';

pseudonymsContract('memoryPseudonyms', async () => ({
  replicas: [memoryPseudonyms({ tenantIds: TENANT_IDS, newGuid: () => `{${randomUUID()}}` })],
  close: async () => undefined,
}));
