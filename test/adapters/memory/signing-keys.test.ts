import { memorySigningKeys } from '../../../src/adapters/memory/signing-keys.ts';
import { signingKeysContract } from '../../contracts/signing-keys.ts';

signingKeysContract('memorySigningKeys', async () => ({
  replicas: [memorySigningKeys()],
  close: async () => undefined,
}));
