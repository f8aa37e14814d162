import Provider from 'oidc-provider';

import type { ClientAuthentication } from '../../domain/application.ts';

/** Which credential the request that is being served presents. */
export function presentedAuthentication(): ClientAuthentication {
  const { ctx } = Provider;
  const params = ctx?.oidc?.params;
  if (params?.client_assertion !== undefined) return 'private-key-jwt';
  if (params?.client_secret !== undefined) return 'secret';
  return ctx?.headers.authorization?.toLowerCase().startsWith('basic ') ? 'secret' : 'none';
}
