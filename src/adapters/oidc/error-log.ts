import type Koa from 'koa';
import type { Context } from 'koa';
import type Provider from 'oidc-provider';
import type { errors, KoaContextWithOIDC } from 'oidc-provider';

import type { Log } from '../../ports/log.ts';

/** Where they are told. `onFault` hears what the library's own handlers did not catch. */
export interface ErrorLogDeps {
  readonly log: Log;
  readonly onFault: (cause: unknown, ctx?: Context) => void;
}

/** What the library's own errors carry; any other fault lacks all of it. `error_detail` is not told to the client. */
type Fault = Error &
  Partial<Pick<errors.OIDCProviderError, 'error' | 'error_description' | 'error_detail'>>;

/** Every refusal and every fault leaves one entry that the reference of the answer finds. */
export function logLibraryErrors(provider: Provider, { log, onFault }: ErrorLogDeps): void {
  // Without a listener the framework writes stacks to standard error.
  (provider as Koa).on('error', onFault);
  const refused = (at: string) => (ctx: KoaContextWithOIDC, error: Fault) =>
    log.info('request.refused', { at, ...facts(ctx, error) });
  provider.on('authorization.error', refused('authorization.error'));
  provider.on('grant.error', refused('grant.error'));
  provider.on('userinfo.error', refused('userinfo.error'));
  provider.on('server_error', (ctx, cause) =>
    log.error('request.failed', { ...facts(ctx, cause), cause }),
  );
}

function facts(ctx: KoaContextWithOIDC, { error, error_description, error_detail }: Fault) {
  return {
    reference: ctx.response.get('X-Request-Id'),
    client: ctx.oidc?.client?.clientId,
    code: error,
    description: error_description,
    detail: error_detail,
  };
}
