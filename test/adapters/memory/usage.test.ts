import { memoryAuthentications } from '../../../src/adapters/memory/authentications.ts';
import { memoryUsage } from '../../../src/adapters/memory/usage.ts';
import { usageContract } from '../../contracts/usage.ts';

usageContract('memoryUsage', async () => {
  const authentications = memoryAuthentications();
  return {
    replicas: [{ ...memoryUsage(authentications), authentications }],
    close: async () => undefined,
  };
});
