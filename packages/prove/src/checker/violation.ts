import type { HistoryEvent } from '../history/event.ts';

/** One promise that was not kept, with the events that show it. */
export interface Violation {
  readonly what: string;
  readonly login?: number;
  readonly events: readonly HistoryEvent[];
}
