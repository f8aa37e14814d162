import type { EndedView, PendingView } from '../../../flows/polling/poll-view.ts';
import type { Sight } from '../../../flows/polling/watch-request.ts';
import type { Clues } from '../../../ports/eid.ts';
import { polledEnding } from '../errors/oauth-errors.ts';

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

/** What a watcher sees, as server-sent events: `update` each second, then one `outcome`. */
export async function* eventStream(sights: AsyncIterable<Sight>): AsyncGenerator<string, void> {
  for await (const sight of sights) yield eventOf(sight);
}

function eventOf(sight: Sight): string {
  switch (sight.state) {
    case 'pending':
      return serverSentEvent('update', pendingAcrData(sight));
    case 'completed':
      return serverSentEvent('outcome', { state: 'completed' });
    case 'ended': {
      const { error, error_description } = polledEnding(sight.why);
      return serverSentEvent('outcome', { error, error_description, acr_data: endedAcrData(sight) });
    }
  }
}

/** JSON has no line breaks of its own, which would end the field. */
function serverSentEvent(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
