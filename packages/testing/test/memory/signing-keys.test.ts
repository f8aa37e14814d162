import { newSigningKey } from 'eid-broker/new-signing-key';
import { signingKeysContract } from '../../src/contracts/signing-keys.ts';
import { memorySigningKeys } from '../../src/memory/signing-keys.ts';

signingKeysContract('memorySigningKeys', async (clock) => ({
  replicas: [memorySigningKeys({ newKey: newSigningKey, clock })],
  close: async () => undefined,
}));
