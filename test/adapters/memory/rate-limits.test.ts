import { memoryRateLimits } from '../../../src/adapters/memory/rate-limits.ts';
import { rateLimitsContract } from '../../contracts/rate-limits.ts';

rateLimitsContract('memoryRateLimits', async () => ({
  replicas: [memoryRateLimits()],
  close: async () => undefined,
}));
