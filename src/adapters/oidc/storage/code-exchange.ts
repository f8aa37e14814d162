import type { Context, Middleware } from 'koa';
import Provider, { type Adapter, type KoaContextWithOIDC } from 'oidc-provider';

import type { ArtifactName, Artifacts, FoundArtifact, Issuance } from '../../../ports/artifacts.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { invalidGrant } from '../errors/oauth-errors.ts';
import { contextOf, type Exchange } from '../request-context.ts';
import { showSupportCode } from '../support-code.ts';
import { artifactOf, withoutUnread } from './artifact-adapter.ts';
import type { ConsumeLogin } from './consume-login.ts';
import type { RequestCache } from './grant-adapter.ts';

/**
 * Saves an access token by an exchange. No argument of the library's `save` reaches our adapters. The exchange is
 * therefore left in the request's context, where `upsert` of `accessTokenAdapter` claims it.
 */
export function saveInExchange(
  ctx: Pick<Context, 'req'>,
  token: { save(): Promise<string> },
  exchange: Exchange,
): Promise<string> {
  contextOf(ctx).pendingExchange = exchange;
  return token.save();
}

/**
 * After each request: a code that passed all checks is consumed, also when the library then refused the request. A code
 * whose token could not be stored stays usable: the client may try again.
 */
export const consumePendingExchange: Middleware = async (ctx, next) => {
  try {
    await next();
  } finally {
    await claimPendingExchange(ctx)?.consumeWithoutToken?.();
  }
};

/** Undefined when no exchange is pending. An exchange is tried once, whatever its outcome. */
function claimPendingExchange(ctx: Pick<Context, 'req'>): Exchange | undefined {
  const context = contextOf(ctx);
  const { pendingExchange } = context;
  context.pendingExchange = undefined;
  return pendingExchange;
}

interface AccessTokenAdapterDeps {
  /** The kind of its artifacts. */
  readonly kind: string;
  readonly tokens: Adapter;
  readonly clock: Clock;
}

/**
 * Stores each access token by the statement that consumes the code or result for which it is exchanged: the exchange
 * that `codeAdapter` or `saveInExchange` left in the request's context.
 */
export function accessTokenAdapter({ kind, tokens, clock }: AccessTokenAdapterDeps): Adapter {
  return {
    ...tokens,

    async find(id) {
      const found = await tokens.find(id);
      const { ctx } = Provider;
      if (ctx !== undefined) contextOf(ctx).tokenFault = found ? 'token-expired' : 'token-unknown';
      return found;
    },

    async upsert(id, payload, expiresIn) {
      const exchange = Provider.ctx && claimPendingExchange(Provider.ctx);
      if (exchange === undefined) throw new Error('an access token without a pending exchange');
      const token = { id, payload: withoutUnread(payload), expiresIn };
      await exchange.store(artifactOf(kind, token, clock()));
    },
  };
}

interface CodeAdapterDeps {
  /** The kind of its artifacts. */
  readonly kind: string;
  readonly codes: Adapter;
  readonly consumeLogin: ConsumeLogin;
  readonly artifacts: Pick<Artifacts, 'consume'>;
  readonly issuance: Pick<Issuance, 'exchange'>;
  readonly clock: Clock;
}

/**
 * Stores codes. Storing one consumes the result of its login. The library consumes a code after all checks, and then
 * stores the access token. The first step leaves an exchange in the request's context. `accessTokenAdapter` claims it in
 * the second step, which consumes the code, so that no fault comes between.
 */
export function codeAdapter(deps: CodeAdapterDeps): Adapter {
  const { kind, codes, consumeLogin, clock } = deps;
  return {
    ...codes,

    async upsert(id, payload, expiresIn) {
      const code = { id, payload: withoutUnread(payload), expiresIn };
      const { grantId = '', clientId = '' } = payload;
      await consumeLogin(grantId, clientId, artifactOf(kind, code, clock()));
    },

    async find(id) {
      const found = await codes.find(id);
      const { ctx } = Provider;
      if (ctx !== undefined && found) contextOf(ctx).foundCode = found;
      return found;
    },

    async consume(id) {
      const { ctx } = Provider;
      if (ctx === undefined) throw new Error('a code is consumed outside a request');
      contextOf(ctx).pendingExchange = exchangeOf({ kind, id }, deps);
    },
  };
}

function exchangeOf(code: ArtifactName, { issuance, artifacts, clock }: CodeAdapterDeps): Exchange {
  return {
    async store(token) {
      if (await issuance.exchange(code, clock(), token)) return;
      throw invalidGrant('the code was used up');
    },
    async consumeWithoutToken() {
      await artifacts.consume(code.kind, code.id, clock());
    },
  };
}

/** False when another application than its own sends it: that one does not get the login's support code. */
function isOwn(
  artifact: FoundArtifact | undefined,
  { oidc }: Partial<KoaContextWithOIDC>,
): boolean {
  const sender = oidc?.client?.clientId;
  return sender === undefined || artifact?.payload.clientId === sender;
}

interface WithGrantsDeps {
  readonly artifacts: Artifacts;
  readonly issuance: Pick<Issuance, 'findWithGrant'>;
  readonly cache: RequestCache;
}

/** The same artifacts. After each find the library needs the attempt that is the grant: it is read by the same statement. */
export function withGrants({ artifacts, issuance, cache }: WithGrantsDeps): Artifacts {
  return {
    ...artifacts,
    async find(kind, id) {
      const found = await issuance.findWithGrant(kind, id);
      const { ctx } = Provider;
      if (found?.grant !== undefined && ctx !== undefined) {
        cache.remember(ctx, found.grant);
        if (isOwn(found.artifact, ctx)) showSupportCode(ctx, found.grant.supportCode);
      }
      return found?.artifact;
    },
  };
}
