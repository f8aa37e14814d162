import { memorySigningKeys } from '../../../src/adapters/memory/signing-keys.ts';
import { newSigningKey } from '../../../src/adapters/system/new-signing-key.ts';
import { signingKeysContract } from '../../contracts/signing-keys.ts';

signingKeysContract('memorySigningKeys', async (clock) => ({
  replicas: [memorySigningKeys({ newKey: newSigningKey, clock })],
  close: async () => undefined,
}));
