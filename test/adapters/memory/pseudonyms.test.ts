import { randomUUID } from 'node:crypto';

import { memoryPseudonyms } from '../../../src/adapters/memory/pseudonyms.ts';
import { pseudonymsContract, TENANT_IDS } from '../../contracts/pseudonyms.ts';

pseudonymsContract('memoryPseudonyms', async () => ({
  replicas: [memoryPseudonyms({ tenantIds: TENANT_IDS, newGuid: () => `{${randomUUID()}}` })],
  close: async () => undefined,
}));
