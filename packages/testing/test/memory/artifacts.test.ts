import { artifactsContract } from '../../src/contracts/artifacts.ts';
import { memoryArtifacts } from '../../src/memory/artifacts.ts';

artifactsContract('memoryArtifacts', async (clock) => ({
  replicas: [memoryArtifacts({ clock })],
  close: async () => undefined,
}));
