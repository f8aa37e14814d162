import type { Configuration as LibraryConfiguration } from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/directory.ts';
import { orRefuse } from '../errors/or-refuse.ts';
import { judgeOrigin } from './judge-origin.ts';

type ClientBasedCors = NonNullable<LibraryConfiguration['clientBasedCORS']>;

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
}

/** What the library asks about a script's request once it knows the client; a page of nobody's is refused. */
export function makeClientBasedCors({ domain, configuration }: Deps): ClientBasedCors {
  return function clientBasedCors(ctx, _origin, { clientId }) {
    const application = configuration.application(domain, clientId);
    if (application === undefined) return false;
    orRefuse(() => judgeOrigin(ctx, application));
    return true;
  };
}
