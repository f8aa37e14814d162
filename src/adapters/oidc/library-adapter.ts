import type { Adapter, AdapterFactory } from 'oidc-provider';

import type { Domain } from '../../domain/tenant.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Configuration } from '../../ports/directory.ts';
import type { Pseudonyms } from '../../ports/pseudonyms.ts';
import { type ClientAdapterDeps, clientAdapter } from './clients/client-adapter.ts';
import { codeAdapter } from './logins/code-adapter.ts';
import type { GiveResult } from './logins/give-result.ts';
import { loginAdapter } from './logins/login-adapter.ts';
import { detachedLogins, sessionAdapter } from './sessions/session-adapter.ts';
import { type ArtifactUse, artifactAdapter } from './storage/artifact-adapter.ts';
import { forgetfulAdapter } from './storage/forgetful-adapter.ts';
import { grantAdapter } from './storage/grant-adapter.ts';
import {
  pushedRequestAdapter,
  pushedRequestUser,
  requestIsUsedUp,
} from './storage/pushed-request-adapter.ts';
import type { RequestMemo } from './storage/request-memo.ts';

interface Deps extends ClientAdapterDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly artifacts: Artifacts;
  readonly giveResult: GiveResult;
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
        return sessionAdapter(deps.domain, kept(kind));
      // Its parameters name a person; what lasts of a request is our own attempt.
      case 'BackchannelAuthenticationRequest':
        return forgetfulAdapter();
      case 'Interaction':
        return loginAdapter({ ...deps, logins: detachedLogins(kept(kind)) });
      case 'AuthorizationCode':
        return codeAdapter({ ...deps, codes: kept(kind) });
      case 'PushedAuthorizationRequest':
        return pushedRequestAdapter(
          kept(kind, { usedUp: requestIsUsedUp, user: pushedRequestUser }),
        );
      default:
        return kept(kind);
    }
  };

  function kept(kind: string, use: ArtifactUse = {}): Adapter {
    return artifactAdapter(kindIn(deps.domain, kind), { ...deps, ...use });
  }
}

/** The library's interactions, as giving a result away needs them. */
export function loginStore({
  domain,
  artifacts,
  clock,
}: Pick<Deps, 'domain' | 'artifacts' | 'clock'>) {
  return artifactAdapter(kindIn(domain, 'Interaction'), { artifacts, clock });
}

function kindIn({ issuer }: Domain, kind: string): string {
  return `${issuer} ${kind}`;
}
