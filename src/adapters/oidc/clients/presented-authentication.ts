import { decodeProtectedHeader } from 'jose';
import Provider from 'oidc-provider';

import type { ClientAuthentication } from '../../../domain/application.ts';

/** Which credential the request that is being served presents. */
export function presentedAuthentication(): ClientAuthentication {
  const { ctx } = Provider;
  const params = ctx?.oidc?.params;
  if (params?.client_assertion !== undefined) return 'private-key-jwt';
  if (params?.client_secret !== undefined) return 'secret';
  return ctx?.headers.authorization?.toLowerCase().startsWith('basic ') ? 'secret' : 'none';
}

/**
 * The `kid` of each JWT in the request that its client signed: an assertion, a request object. Undefined for
 * one that names no key.
 */
export function presentedKids(): readonly (string | undefined)[] {
  const { body, params } = Provider.ctx?.oidc ?? {};
  // While a client authenticates, the library has read no parameter beside the credentials yet.
  const jwts = [params?.client_assertion, params?.request ?? body?.request];
  return jwts.flatMap((jwt) => (typeof jwt === 'string' ? [kidOf(jwt)] : []));
}

function kidOf(jwt: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(jwt);
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}
