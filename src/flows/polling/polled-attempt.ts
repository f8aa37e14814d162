import type { Acr } from '../../domain/acr.ts';
import type { Application } from '../../domain/application.ts';
import type { Intent } from '../../domain/intent.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Attempt } from '../order/start-order.ts';

/** What every request without a browser names. */
interface Asked {
  readonly domain: Domain;
  readonly application: Application;
  readonly acr: Acr;
  readonly intent: Intent;
  readonly scope: readonly string[];
}

/** The part of a new attempt that CIBA and headless requests share: there is no page of ours, nor a browser. */
export function polledAttempt(asked: Asked, expiresAt: Date) {
  const { domain, application, acr, intent, scope } = asked;
  return {
    tenantId: domain.tenantId,
    issuer: domain.issuer,
    clientId: application.clientId,
    loginId: undefined,
    acr,
    intent,
    scope,
    idToken: 'full',
    device: undefined,
    returnNonce: undefined,
    browserSecret: undefined,
    expiresAt,
  } as const satisfies Omit<Attempt, 'id' | 'door' | 'addressFrom'>;
}
