import { memoryAuthentications } from '../../../src/adapters/memory/authentications.ts';
import { authenticationsContract } from '../../contracts/authentications.ts';

authenticationsContract('memoryAuthentications', async () => ({
  replicas: [memoryAuthentications()],
  close: async () => undefined,
}));
