import type { PresentRequests } from '../ports/admission.ts';
import type { ConfigurationStore } from '../ports/configuration.ts';

/**
 * The same content, read for no request: whoever happens to find that it is time to look, all tenants wait for what is
 * found. It must not stand in the line of one that sends at full speed, nor end with the time of one request.
 */
export function unqueuedConfigurationStore(
  configurationStore: ConfigurationStore,
  requests: Pick<PresentRequests, 'forNone'>,
): ConfigurationStore {
  return {
    ...configurationStore,
    revision: () => requests.forNone(() => configurationStore.revision()),
    read: () => requests.forNone(() => configurationStore.read()),
  };
}
