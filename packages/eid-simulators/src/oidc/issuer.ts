import type { IncomingMessage, ServerResponse } from 'node:http';

import type Koa from 'koa';
import type { AdapterFactory, ClientMetadata } from 'oidc-provider';

import type { Random } from '../shared/random.ts';
import type { Service, World } from '../world/world.ts';
import type { Faults } from './faults.ts';
import type { SigningKeys } from './forge.ts';
import { makePersonPage } from './person-page.ts';
import type { OidcProfile } from './profile.ts';
import { makeProvider } from './provider.ts';

/** Serves one request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

interface Deps {
  readonly profile: OidcProfile;
  readonly issuer: string;
  readonly store: AdapterFactory;
  readonly world: World;
  readonly faults: Faults;
  readonly makeKeys: () => Promise<SigningKeys>;
  readonly random: Random;
  readonly onBug: (error: unknown) => void;
}

/** The provider of one eID, and the page of its persons. */
export async function openIssuer(deps: Deps): Promise<Handler> {
  const { profile, world, random, onBug } = deps;
  const provider = makeProvider({
    ...deps,
    logins: world.logins,
    clock: world.clock.now,
    keys: await deps.makeKeys(),
    cookieKey: random(32).toString('base64url'),
  });
  provider.on('server_error', (_ctx, error) => onBug(error));
  const library: Koa = provider;
  library.on('error', onBug);
  const page = makePersonPage({ profile, provider, logins: world.logins });
  page.on('error', onBug);
  const toProvider = provider.callback();
  const toPage = page.callback();
  return (request, response) =>
    (request.url?.startsWith('/login/') ? toPage : toProvider)(request, response);
}

/** The registration of a service, by the names of OpenID Connect. */
export function clientOf(
  { clientId, name, callbacks, credential }: Service,
  { clientAuthMethods }: OidcProfile,
): ClientMetadata {
  const bySecret = clientAuthMethods.find((method) => method !== 'private_key_jwt');
  return {
    client_id: clientId,
    client_name: name,
    redirect_uris: [...callbacks],
    // Callbacks of several hosts need one for pairwise subjects. Ours do not depend on it.
    sector_identifier_uri: 'https://sector.invalid/',
    ...('secret' in credential
      ? {
          client_secret: credential.secret,
          token_endpoint_auth_method: bySecret ?? 'client_secret_basic',
        }
      : { jwks: credential.jwks, token_endpoint_auth_method: 'private_key_jwt' }),
  };
}
