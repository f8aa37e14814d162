import type { Device } from '../../domain/authentication.ts';
import type { LoginRequest, SignRequest } from '../../ports/eid.ts';
import { orderRequest } from '../order/order-request.ts';
import type { Login, Visitor } from './login.ts';

/**
 * The request to the eID for one browser login. It names a person only when the application authenticated the request:
 * a start that names a person ends that person's other order. Otherwise the answer is compared with the named person.
 */
export function loginRequest(
  login: Login,
  visitor: Visitor,
  how: { readonly device: Device; readonly returnUrl?: string },
): LoginRequest | SignRequest {
  const { intent, isRequestAuthenticated } = login;
  return orderRequest(isRequestAuthenticated ? intent : { ...intent, person: undefined }, {
    endUserIp: visitor.ip,
    device: how.device,
    returnUrl: how.returnUrl,
    browser: { referringDomain: new URL(login.issuer).hostname, userAgent: visitor.userAgent },
    evidence: login.scope.includes('evidence'),
  });
}
