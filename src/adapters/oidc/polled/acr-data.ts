import type { EndedView } from '../../../flows/polling/ended-view.ts';
import type { PendingView } from '../../../flows/polling/pending-view.ts';
import type { Clues } from '../../../ports/eid.ts';

/** What the application shows the person, as the answers to a start and to polls carry it. */
export interface AcrData {
  readonly qrData?: string;
  readonly autoStartToken?: string;
  readonly hintCode?: string;
}

/** Of a request that was just started. */
export function startedAcrData(clues: Clues | undefined): AcrData {
  const { qrData, autoStartToken } = clues ?? {};
  return {
    ...(qrData !== undefined && { qrData }),
    ...(autoStartToken !== undefined && { autoStartToken }),
  };
}

/** Of a pending one: always both, as the specification says. */
export function pendingAcrData({ qrData, hint, newAutoStartToken }: PendingView): AcrData {
  return {
    qrData,
    hintCode: hint,
    ...(newAutoStartToken !== undefined && { autoStartToken: newAutoStartToken }),
  };
}

/** Of one that ended: nothing is left to be drawn. */
export function endedAcrData({ hint }: EndedView): AcrData {
  return { hintCode: hint };
}
