import { testSigningKey } from '@eid-broker/testing/signing-keys';
import { signingKeysContract } from '../../src/contracts/signing-keys.ts';
import { memorySigningKeys } from '../../src/memory/signing-keys.ts';

signingKeysContract('memorySigningKeys', async (clock) => ({
  replicas: [memorySigningKeys({ newKey: testSigningKey, clock })],
  close: async () => undefined,
}));
