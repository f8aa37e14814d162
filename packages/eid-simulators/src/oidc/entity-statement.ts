import type { JWK } from 'jose';
import type { Middleware } from 'koa';

import type { Clock } from '../shared/clock.ts';
import type { Forgery } from './faults.ts';
import { type SigningKeys, signed } from './forge.ts';
import type { OidcProfile } from './profile.ts';

/** What an entity statement is made of. */
export interface EntityStatementDeps {
  readonly profile: OidcProfile;
  readonly issuer: string;
  readonly keys: SigningKeys;
  readonly clock: Clock;
}

const YEARS_IN_SECONDS = 10 * 365 * 24 * 60 * 60;
const KEYS_LIVE = 60 * 60;

/** The entity statement of an eID (OpenID Federation 1.0), a JWT that names its endpoints and its signed key set. */
export async function entityStatementOf({
  profile,
  issuer,
  keys,
  clock,
}: EntityStatementDeps): Promise<string> {
  const { authorization, token, userinfo, jwks } = profile.routes;
  const claims = {
    ...lifeOf(issuer, startOfDay(clock()), YEARS_IN_SECONDS),
    jwks: { keys: [publicOf(entityKeyOf(keys))] },
    metadata: {
      openid_provider: {
        issuer,
        authorization_endpoint: `${issuer}${authorization}`,
        token_endpoint: `${issuer}${token}`,
        userinfo_endpoint: `${issuer}${userinfo}`,
        signed_jwks_uri: `${issuer}${jwks}`,
      },
    },
  };
  const key = entityKeyOf(keys);
  return signed(claims, { key, kid: key.kid ?? '', typ: 'entity-statement+jwt' });
}

/** Signs the key set, serves the statement, and has no discovery document. */
export function serveEntityStatement(deps: EntityStatementDeps): Middleware {
  const { profile, issuer, keys, clock } = deps;
  return async function serve(context, next) {
    if (context.path === '/.well-known/openid-configuration') return;
    if (context.path === '/.well-known/openid-federation') {
      context.type = 'application/entity-statement+jwt';
      context.body = await entityStatementOf(deps);
      return;
    }
    await next();
    if (context.path !== profile.routes.jwks || context.status !== 200) return;
    const { forgery }: { readonly forgery?: Forgery } = context.state;
    const claims = { ...lifeOf(issuer, clock(), KEYS_LIVE), ...(context.body as object) };
    context.type = 'application/jwk-set+jwt';
    const key = entityKeyOf(keys);
    context.body = await signed(claims, {
      key: forgery === 'foreign-key' ? keys.foreign : key,
      kid: key.kid ?? '',
    });
  };
}

/** The statement is the same all day: a service that is configured with it again sees no change. */
function startOfDay(now: Date): Date {
  return new Date(now.toISOString().slice(0, 10));
}

function lifeOf(issuer: string, from: Date, seconds: number) {
  const iat = Math.floor(from.getTime() / 1000);
  return { iss: issuer, sub: issuer, iat, exp: iat + seconds };
}

function entityKeyOf({ entity }: SigningKeys): JWK {
  if (entity === undefined) throw new Error('the eID has no entity key');
  return entity;
}

function publicOf({ kty = 'RSA', n, e, kid }: JWK): JWK {
  return { kty, n, e, kid, use: 'sig' } as JWK;
}
