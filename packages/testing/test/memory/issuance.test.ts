import { issuanceContract } from '../../src/contracts/issuance.ts';
import { memoryArtifacts } from '../../src/memory/artifacts.ts';
import { memoryAuthentications } from '../../src/memory/authentications.ts';
import { memoryIssuance } from '../../src/memory/issuance.ts';

issuanceContract('memoryIssuance', async (clock) => {
  const artifacts = memoryArtifacts({ clock });
  const authentications = memoryAuthentications();
  const issuance = memoryIssuance({ authentications, artifacts });
  return {
    replicas: [{ issuance, authentications, artifacts }],
    close: async () => undefined,
  };
});
