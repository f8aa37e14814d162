import { memoryArtifacts } from '../../../src/adapters/memory/artifacts.ts';
import { memoryAuthentications } from '../../../src/adapters/memory/authentications.ts';
import { memoryRedemptions } from '../../../src/adapters/memory/redemptions.ts';
import { redemptionsContract } from '../../contracts/redemptions.ts';

redemptionsContract('memoryRedemptions', async (clock) => {
  const artifacts = memoryArtifacts({ clock });
  const authentications = memoryAuthentications();
  const redemptions = memoryRedemptions({ authentications, artifacts });
  return {
    replicas: [{ redemptions, authentications, artifacts }],
    close: async () => undefined,
  };
});
