import { memorySigningKeys } from '../../../src/adapters/memory/signing-keys.ts';
import { newSigningKey } from '../../../src/adapters/system/new-signing-key.ts';
import { signingKeysContract } from '../../contracts/signing-keys.ts';

signingKeysContract('memorySigningKeys', async () => ({
  replicas: [memorySigningKeys({ newKey: newSigningKey })],
  close: async () => undefined,
}));
