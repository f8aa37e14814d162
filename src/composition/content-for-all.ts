import type { ContentStore } from '../ports/configuration.ts';
import type { PresentRequests } from '../ports/present-requests.ts';

/**
 * The same content, read for no request: whoever happens to find that it is time to look, all tenants wait for what is
 * found. It must not stand in the line of one that sends at full speed, nor end with the time of one request.
 */
export function contentForAll(
  contentStore: ContentStore,
  requests: Pick<PresentRequests, 'forNone'>,
): ContentStore {
  return {
    ...contentStore,
    revision: () => requests.forNone(() => contentStore.revision()),
    read: () => requests.forNone(() => contentStore.read()),
  };
}
