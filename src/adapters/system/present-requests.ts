import { AsyncLocalStorage } from 'node:async_hooks';

import type { PresentRequest, PresentRequests } from '../../ports/present-requests.ts';

/** As Node follows what one thing causes through all that waits. */
export function systemPresentRequests(): PresentRequests {
  const present = new AsyncLocalStorage<PresentRequest | undefined>();
  return {
    run: (request, work) => present.run(request, work),
    forNone: (work) => present.run(undefined, work),
    current: () => present.getStore(),
  };
}
