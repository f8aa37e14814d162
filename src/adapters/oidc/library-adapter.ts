import type { Adapter, AdapterFactory } from 'oidc-provider';

import type { Domain } from '../../domain/tenant.ts';
import type { HandOut } from '../../flows/order/hand-out.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Configuration } from '../../ports/directory.ts';
import type { Pseudonyms } from '../../ports/pseudonyms.ts';
import { artifactAdapter, forgetfulAdapter } from './artifact-adapter.ts';
import { clientMetadata } from './client-metadata.ts';
import { codeAdapter, loginAdapter } from './code-adapter.ts';
import { grantAdapter } from './grant-adapter.ts';
import { presentedAuthentication } from './presented-authentication.ts';
import type { RequestMemo } from './request-memo.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly artifacts: Artifacts;
  readonly handOut: HandOut;
  readonly memo: RequestMemo;
  readonly pseudonyms: Pseudonyms;
  readonly clock: Clock;
}

/** Where each kind of thing that the library keeps really lives. */
export function libraryAdapter(deps: Deps): AdapterFactory {
  return (kind) => {
    switch (kind) {
      case 'Client':
        return clientAdapter(deps);
      case 'Grant':
        return grantAdapter(deps);
      case 'Session':
        return forgetfulAdapter();
      case 'Interaction':
        return loginAdapter(kept(kind));
      case 'AuthorizationCode':
        return codeAdapter({ ...deps, codes: kept(kind), logins: kept('Interaction') });
      default:
        return kept(kind);
    }
  };

  function kept(kind: string): Adapter {
    return artifactAdapter(`${deps.domain.issuer} ${kind}`, deps);
  }
}

function clientAdapter({ domain, configuration }: Deps): Adapter {
  return {
    ...forgetfulAdapter(),
    async find(clientId) {
      const application = configuration.application(domain, clientId);
      if (application === undefined) return undefined;
      return clientMetadata(application, presentedAuthentication());
    },
  };
}
