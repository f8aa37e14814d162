import type { Authentication } from '../../../domain/authentication.ts';
import type { Authentications } from '../../../ports/authentications.ts';

/** Finds an authentication at most once in one request. */
export interface RequestMemo {
  find(request: object, id: string): Promise<Authentication | undefined>;
  remember(request: object, authentication: Authentication): void;
}

/** The library asks for the grant, the account and the claims of one login one after the other. */
export function requestMemo(authentications: Authentications): RequestMemo {
  const known = new WeakMap<object, Map<string, Authentication>>();
  return {
    async find(request, id) {
      const found = known.get(request)?.get(id) ?? (await authentications.find(id));
      if (found !== undefined) this.remember(request, found);
      return found;
    },
    remember(request, authentication) {
      const ofRequest = known.get(request) ?? new Map<string, Authentication>();
      known.set(request, ofRequest.set(authentication.id, authentication));
    },
  };
}
