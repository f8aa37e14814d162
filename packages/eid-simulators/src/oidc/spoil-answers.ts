import type { JWTPayload } from 'jose';
import type { Context, Middleware, Next } from 'koa';

import { applyTransport } from '../shared/transport-faults.ts';
import {
  type ErrorAnswer,
  type Faults,
  type Forgery,
  isEncryptionFault,
  isForgery,
} from './faults.ts';
import { falseClaims, forgeIdToken, type SigningKeys, unknownKid } from './forge.ts';
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
    const endpoint = endpointAt(deps.profile, context.path);
    const effect = endpoint && deps.faults.take(deps.profile.name, endpoint);
    if (effect === undefined) return next();
    if (isEncryptionFault(effect)) {
      context.state.encryptionFault = effect.kind;
      return next();
    }
    if (isForgery(effect)) {
      // Protected answers are signed later.
      context.state.forgery = effect.kind;
      await next();
      return forge(context, effect.kind, deps);
    }
    if (effect.kind === 'next-key') return addNextKey(context, next, deps.keys);
    if (effect.kind === 'error') return answerError(context, effect);
    return applyTransport(effect, context, next);
  };
}

/** With the kid that a token by this key names. */
async function addNextKey(context: Context, next: Next, keys: SigningKeys): Promise<void> {
  await next();
  const { kty, crv, x, y, n, e, alg, use } = keys.foreign;
  const key = { kty, crv, x, y, n, e, alg, use, kid: unknownKid(keys.published.kid) };
  const body = context.body as { readonly keys: readonly object[] };
  context.body = { ...body, keys: [...body.keys, key] };
}

function answerError(context: Context, { status, error, retryAfter }: ErrorAnswer): void {
  context.status = status;
  if (retryAfter !== undefined) context.set('Retry-After', String(retryAfter));
  context.body = { error };
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
