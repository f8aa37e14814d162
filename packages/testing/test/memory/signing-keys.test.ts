import { newSigningKey } from 'eid-broker/adapters/system/random';
import { signingKeysContract } from '../../src/contracts/signing-keys.ts';
import { memorySigningKeys } from '../../src/memory/signing-keys.ts';

signingKeysContract('memorySigningKeys', async (clock) => ({
  replicas: [memorySigningKeys({ newKey: newSigningKey, clock })],
  close: async () => undefined,
}));
