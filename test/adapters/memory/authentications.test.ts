import { memoryAuthentications } from '../../../src/adapters/memory/authentications.ts';
import { authenticationsContract } from '../../contracts/authentications.ts';

authenticationsContract('memoryAuthentications', async () => {
  const authentications = memoryAuthentications();
  const readEvents = async () => authentications.events;
  return { replicas: [{ ...authentications, readEvents }], close: async () => undefined };
});
