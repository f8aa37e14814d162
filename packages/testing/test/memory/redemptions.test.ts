import { redemptionsContract } from '../../src/contracts/redemptions.ts';
import { memoryArtifacts } from '../../src/memory/artifacts.ts';
import { memoryAuthentications } from '../../src/memory/authentications.ts';
import { memoryRedemptions } from '../../src/memory/redemptions.ts';

redemptionsContract('memoryRedemptions', async (clock) => {
  const artifacts = memoryArtifacts({ clock });
  const authentications = memoryAuthentications();
  const redemptions = memoryRedemptions({ authentications, artifacts });
  return {
    replicas: [{ redemptions, authentications, artifacts }],
    close: async () => undefined,
  };
});
