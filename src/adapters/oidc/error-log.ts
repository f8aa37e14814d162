import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

import type { Log } from '../../ports/log.ts';

const REFUSALS = ['authorization.error', 'grant.error', 'userinfo.error'] as const;

/** The library's error: `error_detail` says more than the client is told. */
interface LibraryError extends Error {
  readonly error?: string;
  readonly error_description?: string;
  readonly error_detail?: string;
}

/** Every refusal and every fault leaves one entry that the reference of the answer finds. */
export function logLibraryErrors(provider: Provider, log: Log): void {
  const emitter = provider as unknown as {
    on(event: string, listener: (ctx: KoaContextWithOIDC, error: LibraryError) => void): void;
  };
  for (const event of REFUSALS) {
    emitter.on(event, (ctx, error) =>
      log.info('request.refused', { at: event, ...facts(ctx, error) }),
    );
  }
  emitter.on('server_error', (ctx, cause) =>
    log.error('request.failed', { ...facts(ctx, cause), cause }),
  );
}

function facts(ctx: KoaContextWithOIDC, error: LibraryError) {
  return {
    request: ctx.response.get('X-Request-Id'),
    client: ctx.oidc?.client?.clientId,
    code: error.error,
    description: error.error_description,
    detail: error.error_detail,
  };
}
