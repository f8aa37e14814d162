import { authenticationsContract } from '../../src/contracts/authentications.ts';
import { memoryAuthentications } from '../../src/memory/authentications.ts';

authenticationsContract('memoryAuthentications', async () => {
  const authentications = memoryAuthentications();
  const readEvents = async () => authentications.events;
  return { replicas: [{ ...authentications, readEvents }], close: async () => undefined };
});
