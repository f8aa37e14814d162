import { Failure } from '../../domain/failure.ts';
import type { Eid } from '../../ports/eid.ts';
import type { GiveBack } from '../request-limits/take-uses.ts';

/**
 * The eID, with a limit on starts. What never reaches it does not count: a second click, a start from which an eID in
 * trouble is spared. One whose answer was lost counts, because it may have reached the person.
 */
export function countedEid(eid: Eid, takeStart: () => Promise<GiveBack>): Eid {
  return {
    ...eid,
    async start(request) {
      const giveBack = await takeStart();
      return eid.start(request).catch(async (error) => {
        if (error instanceof Failure && error.spared) await giveBack();
        throw error;
      });
    },
  };
}
