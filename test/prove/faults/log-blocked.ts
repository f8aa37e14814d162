import { counted } from './counted.ts';
import type { FaultScenario } from './fault.ts';
import { postAs } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';

/** More than fits into the pipe, the sockets and the buffers on the way. */
const REQUESTS = 3_000;
const AT_ONCE = 30;

export const logBlocked: FaultScenario = {
  id: 'F31',
  title: 'nobody reads the log: the pipe is full',
  expect: 'requests are answered; what finds no room is dropped and counted, not kept for ever',
  async inject({ world, signal, note }) {
    const resume = world.replicas.map((replica) => replica.blockLog());
    const told: number[] = [];
    try {
      while (told.length < REQUESTS && !signal.aborted) {
        // Each refusal is an entry of the log.
        const refused = () => postAs(world, '/oauth2/token', { grant_type: 'authorization_code' });
        const answers = await Promise.all(Array.from({ length: AT_ONCE }, refused));
        told.push(...answers.map(({ status }) => status));
      }
      await untilHealthy(world);
    } finally {
      for (const again of resume) again();
    }
    note(counted(told));
    await untilHealthy(world);
    const failed = told.filter((status) => status >= 500);
    if (failed.length > 0) throw new Error(`with a blocked log: ${counted(failed)}`);
  },
};
