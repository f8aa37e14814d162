import type { Device } from '../../domain/authentication.ts';
import type { LoginRequest } from '../../ports/eid.ts';
import type { Login, Visitor } from './login.ts';

/** What the eID is asked to do for one browser login. */
export function loginRequest(
  login: Login,
  visitor: Visitor,
  how: { readonly device: Device; readonly returnUrl?: string },
): LoginRequest {
  return {
    kind: 'login',
    endUserIp: visitor.ip,
    device: how.device,
    returnUrl: how.returnUrl,
    text: undefined,
    browser: { referringDomain: new URL(login.issuer).hostname, userAgent: visitor.userAgent },
  };
}
