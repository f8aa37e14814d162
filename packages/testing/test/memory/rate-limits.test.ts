import { rateLimitsContract } from '../../src/contracts/rate-limits.ts';
import { memoryRateLimits } from '../../src/memory/rate-limits.ts';

rateLimitsContract('memoryRateLimits', async () => ({
  replicas: [memoryRateLimits()],
  close: async () => undefined,
}));
