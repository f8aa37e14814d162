import {
  type ActingAs,
  type ManagementAct,
  managementEvent,
} from '../../domain/management-event.ts';
import type { ManagementEvents } from '../../ports/administrators.ts';
import type { Clock, NewId } from '../../ports/runtime.ts';

interface Parts {
  readonly managementEvents: Pick<ManagementEvents, 'record'>;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** Does work that writes no event of its own, and records it. */
export type RecordAct = <Result>(
  actor: ActingAs,
  act: Omit<ManagementAct, 'outcome'>,
  work: () => Promise<Result>,
) => Promise<Result>;

/**
 * The event comes first, so that nothing is done without one. When the work fails, a second event says so.
 * @throws the error of the work
 */
export function makeRecordAct({ managementEvents, newId, clock }: Parts): RecordAct {
  return async function recordAct(actor, act, work) {
    const record = (outcome: ManagementAct['outcome']) =>
      managementEvents.record(
        managementEvent(actor, { ...act, outcome }, { unique: newId(), at: clock() }),
      );
    await record('done');
    try {
      return await work();
    } catch (error) {
      await record('failed');
      throw error;
    }
  };
}
