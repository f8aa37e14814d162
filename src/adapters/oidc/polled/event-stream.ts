import type { Sight } from '../../../flows/polling/watch-request.ts';
import { polledEnding } from '../errors/oauth-errors.ts';
import { endedAcrData, pendingAcrData } from './acr-data.ts';

/** What a watcher sees, as server-sent events: `update` each second, then one `outcome`. */
export async function* eventStream(sights: AsyncIterable<Sight>): AsyncGenerator<string, void> {
  for await (const sight of sights) yield eventOf(sight);
}

function eventOf(sight: Sight): string {
  switch (sight.state) {
    case 'pending':
      return event('update', pendingAcrData(sight));
    case 'completed':
      return event('outcome', { state: 'completed' });
    case 'ended': {
      const { error, error_description } = polledEnding(sight.why);
      return event('outcome', { error, error_description, acr_data: endedAcrData(sight) });
    }
  }
}

/** JSON has no line breaks of its own, which would end the field. */
function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
