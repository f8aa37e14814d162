import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

import type { JWTPayload } from 'jose';
import type { Context, Middleware, Next } from 'koa';

import { type Effect, type Faults, type Forgery, isForgery } from './faults.ts';
import { falseClaims, forgeIdToken, type SigningKeys } from './forge.ts';
import type { OidcProfile } from './profile.ts';
import { endpointAt } from './routes.ts';

interface Deps {
  readonly profile: OidcProfile;
  readonly faults: Faults;
  readonly keys: SigningKeys;
}

/** Applies the pending faults to the responses of one eID. */
export function spoilAnswers(deps: Deps): Middleware {
  return async function spoil(context, next) {
    const endpoint = endpointAt(deps.profile.routes, context.path);
    const effect = endpoint && deps.faults.take(deps.profile.name, endpoint);
    if (effect === undefined) return next();
    if (isForgery(effect)) {
      await next();
      return forge(context, effect.kind, deps);
    }
    return apply(effect, context, next);
  };
}

async function apply(
  effect: Exclude<Effect, { readonly kind: Forgery }>,
  context: Context,
  next: Next,
): Promise<void> {
  switch (effect.kind) {
    case 'status':
      context.status = effect.status;
      context.body = '<html><title>Simulated fault</title></html>';
      return;
    case 'garbage':
      context.type = 'application/json';
      context.body = '{"access_token":';
      return;
    case 'slow':
      await setTimeout(effect.milliseconds);
      return next();
    case 'hang':
      context.respond = false;
      await once(context.res, 'close');
      return;
    case 'reset':
      return breakConnection(context);
    case 'lost':
      await next();
      return breakConnection(context);
  }
}

function breakConnection(context: Context): void {
  context.respond = false;
  context.req.socket.destroy();
}

/** An error response has no token and remains as it is. */
async function forge(context: Context, forgery: Forgery, deps: Deps): Promise<void> {
  if (context.status !== 200) return;
  const body = context.body as JWTPayload & { readonly id_token?: string };
  const { id_token: idToken } = body;
  context.body =
    idToken === undefined
      ? falseClaims(body, forgery, deps.profile)
      : { ...body, id_token: await forgeIdToken(idToken, forgery, deps) };
}
