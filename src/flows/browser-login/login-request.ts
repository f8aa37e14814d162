import type { Device } from '../../domain/authentication.ts';
import type { LoginRequest, SignRequest } from '../../ports/eid.ts';
import { orderRequest } from '../order/order-request.ts';
import type { Login, Visitor } from './login.ts';

/** What the eID is asked to do for one browser login. */
export function loginRequest(
  login: Login,
  visitor: Visitor,
  how: { readonly device: Device; readonly returnUrl?: string },
): LoginRequest | SignRequest {
  return orderRequest(login.intent, {
    endUserIp: visitor.ip,
    device: how.device,
    returnUrl: how.returnUrl,
    browser: { referringDomain: new URL(login.issuer).hostname, userAgent: visitor.userAgent },
    evidence: login.scope.includes('evidence'),
  });
}
