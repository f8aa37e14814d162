import type { Adapter, AdapterFactory } from 'oidc-provider';

import type { Domain } from '../../domain/tenant.ts';
import type { Artifacts, Issuance } from '../../ports/artifacts.ts';
import type { LoginLookup } from '../../ports/authentications.ts';
import type { Configuration } from '../../ports/configuration.ts';
import type { Pseudonyms } from '../../ports/persons.ts';
import type { Clock, NewSupportCode } from '../../ports/runtime.ts';
import { type ClientAdapterDeps, clientAdapter } from './clients/client-adapter.ts';
import { type CurrentLogins, loginAdapter } from './logins/login-adapter.ts';
import { sessionAdapter } from './sessions/session-adapter.ts';
import {
  type ArtifactUse,
  artifactAdapter,
  artifactKind,
  noopAdapter,
} from './storage/artifact-adapter.ts';
import { accessTokenAdapter, codeAdapter, withGrants } from './storage/code-exchange.ts';
import type { ConsumeLogin } from './storage/consume-login.ts';
import { grantAdapter, type RequestCache } from './storage/grant-adapter.ts';
import {
  pushedRequestAdapter,
  pushedRequestUser,
  requestIsUsedUp,
} from './storage/pushed-request-adapter.ts';

interface Deps extends ClientAdapterDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly artifacts: Artifacts;
  readonly issuance: Issuance;
  readonly consumeLogin: ConsumeLogin;
  readonly currentLogins: CurrentLogins;
  readonly cache: RequestCache;
  readonly pseudonyms: Pseudonyms;
  readonly loginLookup: LoginLookup;
  readonly newSupportCode: NewSupportCode;
  readonly clock: Clock;
}

/** The storage of each of the library's models. */
export function libraryAdapter(deps: Deps): AdapterFactory {
  return (kind) => {
    switch (kind) {
      case 'Client':
        return clientAdapter(deps);
      case 'Grant':
        return grantAdapter(deps);
      case 'Session':
        return sessionAdapter(deps.domain, stored(kind));
      // An endpoint of ours starts and stores these requests. The library only revokes them.
      case 'BackchannelAuthenticationRequest':
      // `assertJwtClientAuthClaimsAndHeader` consumes assertions: the library would find and store in two steps.
      case 'ReplayDetection':
        return noopAdapter();
      case 'Interaction':
        return loginAdapter({ ...deps, logins: stored(kind) });
      case 'AuthorizationCode':
        return codeAdapter({ ...deps, kind: named(kind), codes: storedWithGrants(kind) });
      case 'AccessToken':
        return accessTokenAdapter({ ...deps, kind: named(kind), tokens: storedWithGrants(kind) });
      case 'PushedAuthorizationRequest':
        return pushedRequestAdapter(
          stored(kind, { usedUp: requestIsUsedUp, user: pushedRequestUser }),
        );
      default:
        return stored(kind);
    }
  };

  function stored(kind: string, use: ArtifactUse = {}): Adapter {
    return artifactAdapter(named(kind), { ...deps, ...use });
  }

  function storedWithGrants(kind: string): Adapter {
    return artifactAdapter(named(kind), { ...deps, artifacts: withGrants(deps) });
  }

  function named(kind: string): string {
    return artifactKind(deps.domain, kind);
  }
}
