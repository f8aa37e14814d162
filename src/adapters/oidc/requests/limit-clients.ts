import Provider, { type Client } from 'oidc-provider';

import { Failure } from '../../../domain/failure.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { RequestLimits } from '../../../ports/admission.ts';
import { refusalOf } from '../errors/oauth-errors.ts';
import { contextOf } from '../request-context.ts';

interface Deps {
  readonly domain: Domain;
  readonly requestLimits: Pick<RequestLimits, 'count'>;
}

/** Where a client proves itself before it is asked what it may do. */
const PROVED: readonly (string | undefined)[] = [
  'token',
  'backchannel_authentication',
  'pushed_authorization_request',
];

/**
 * Limits how often a client asks, right after it has proved itself: nobody else can use up what is its own. One that
 * cannot prove itself, as a page, is anybody: addresses and tenants are limited all the same.
 */
export function makeLimitClient({ domain, requestLimits }: Deps) {
  return function limitClient({ clientId, clientAuthMethod }: Client): void {
    const { ctx } = Provider;
    if (ctx === undefined || !PROVED.includes(ctx.oidc.route)) return;
    const context = contextOf(ctx);
    if (clientAuthMethod === 'none' || context.isClientCounted) return;
    context.isClientCounted = true;
    try {
      requestLimits.count('client', JSON.stringify([domain.tenantId, clientId]));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      ctx.set('Retry-After', String(error.names.seconds));
      throw refusalOf(error);
    }
  };
}
