import type { WatchEvent } from '../../../flows/polling/watch-request.ts';
import { backchannelEnding } from '../errors/oauth-errors.ts';
import { endedAcrData, pendingAcrData } from './acr-data.ts';

/**
 * The state of a request as server-sent events: `update` each second, then one `outcome`. `onEnding` gets the error of an
 * ending.
 */
export async function* eventStream(
  events: AsyncIterable<WatchEvent>,
  onEnding: (error: Error) => void,
): AsyncGenerator<string, void> {
  for await (const event of events) {
    if (event.state === 'ended') onEnding(backchannelEnding(event.why));
    yield eventOf(event);
  }
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
