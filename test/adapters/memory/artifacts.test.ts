import { memoryArtifacts } from '../../../src/adapters/memory/artifacts.ts';
import { artifactsContract } from '../../contracts/artifacts.ts';

artifactsContract('memoryArtifacts', async (clock) => ({
  replicas: [memoryArtifacts({ clock })],
  close: async () => undefined,
}));
