import type { EndedView, PendingView } from '../../../flows/polling/poll-view.ts';
import type { WatchEvent } from '../../../flows/polling/watch-request.ts';
import type { LaunchData } from '../../../ports/eid.ts';
import { backchannelEnding } from '../errors/oauth-errors.ts';

/** The data that the application shows the person, in the answers to a start and to polls. */
export interface AcrData {
  readonly qrData?: string;
  readonly autoStartToken?: string;
  readonly hintCode?: string;
}

/** Of a request that was just started: only data that the eID sent. */
export function startedAcrData(launchData: LaunchData | undefined): AcrData {
  const { qrData, autoStartToken } = launchData ?? {};
  return {
    ...(qrData !== undefined && { qrData }),
    ...(autoStartToken !== undefined && { autoStartToken }),
  };
}

/** Of a pending request: QR data and hint code in every answer, as specified. */
export function pendingAcrData({ qrData, hint, newAutoStartToken }: PendingView): AcrData {
  return {
    qrData,
    hintCode: hint,
    ...(newAutoStartToken !== undefined && { autoStartToken: newAutoStartToken }),
  };
}

/** Of a request that ended: no QR code any more. */
export function endedAcrData({ hint }: EndedView): AcrData {
  return { hintCode: hint };
}

/** The state of a request as server-sent events: `update` each second, then one `outcome`. */
export async function* eventStream(
  events: AsyncIterable<WatchEvent>,
): AsyncGenerator<string, void> {
  for await (const event of events) yield eventOf(event);
}

function eventOf(event: WatchEvent): string {
  switch (event.state) {
    case 'pending':
      return serverSentEvent('update', pendingAcrData(event));
    case 'completed':
      return serverSentEvent('outcome', { state: 'completed' });
    case 'ended': {
      const { error, error_description } = backchannelEnding(event.why);
      return serverSentEvent('outcome', {
        error,
        error_description,
        acr_data: endedAcrData(event),
      });
    }
  }
}

/** JSON has no line breaks of its own, which would end the field. */
function serverSentEvent(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
