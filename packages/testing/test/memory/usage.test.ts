import { usageContract } from '../../src/contracts/usage.ts';
import { memoryAuthentications } from '../../src/memory/authentications.ts';
import { memoryUsage } from '../../src/memory/usage.ts';

usageContract('memoryUsage', async () => {
  const authentications = memoryAuthentications();
  return {
    replicas: [{ ...memoryUsage(authentications), authentications }],
    close: async () => undefined,
  };
});
