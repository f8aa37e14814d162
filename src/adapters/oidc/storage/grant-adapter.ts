import type { Context } from 'koa';
import Provider, { type Adapter } from 'oidc-provider';
import type { Authentication } from '../../../domain/authentication.ts';
import { lifetimes, secondsOf } from '../../../domain/lifetimes.ts';
import type { Domain } from '../../../domain/tenant.ts';
import { isAuthenticationStillAllowed } from '../../../flows/order/offered-eid.ts';
import type { Authentications } from '../../../ports/authentications.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Pseudonyms } from '../../../ports/persons.ts';
import { contextOf } from '../request-context.ts';
import { noopAdapter } from './artifact-adapter.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly cache: RequestCache;
  readonly pseudonyms: Pseudonyms;
}

/**
 * Derives the library's grants from our authentications: nothing is stored for them. The eID login is the whole consent.
 * The scope of the code and the token decides the claims. There is no grant once the application may not use that eID.
 */
export function grantAdapter({ domain, configuration, cache, pseudonyms }: Deps): Adapter {
  return {
    ...noopAdapter(),
    async find(id) {
      const { ctx } = Provider;
      if (ctx === undefined) return undefined;
      const authentication = await cache.find(ctx, id);
      if (
        authentication?.progress.state !== 'identified' ||
        authentication.consumedAt === undefined
      )
        return undefined;
      if (!isAuthenticationStillAllowed(authentication, configuration)) return undefined;
      const { scheme, personId } = authentication.progress.identity;
      const issuedAt = secondsOf(authentication.consumedAt);
      return {
        kind: 'Grant',
        jti: authentication.id,
        accountId: await pseudonyms.subjectOf(domain.tenantId, scheme, personId),
        clientId: authentication.clientId,
        openid: { scope: configuration.catalogue.scopes.join(' ') },
        iat: issuedAt,
        exp: issuedAt + lifetimes.retention,
      };
    },
  };
}

type WithRequest = Pick<Context, 'req'>;

/** Reads each authentication at most once in one request. */
export interface RequestCache {
  find(ctx: WithRequest, id: string): Promise<Authentication | undefined>;
  remember(ctx: WithRequest, authentication: Authentication): void;
}

/** The library loads the grant, the account and the claims of one login one after the other. */
export function requestCache(authentications: Authentications): RequestCache {
  return {
    async find(ctx, id) {
      const found = contextOf(ctx).authentications.get(id) ?? (await authentications.find(id));
      if (found !== undefined) this.remember(ctx, found);
      return found;
    },
    remember(ctx, authentication) {
      contextOf(ctx).authentications.set(authentication.id, authentication);
    },
  };
}
