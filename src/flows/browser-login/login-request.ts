import type { Device } from '../../domain/authentication.ts';
import { rulesOf } from '../../domain/eid-rules.ts';
import { encodeText } from '../../domain/encoded-text.ts';
import { purposeOf } from '../../domain/purpose.ts';
import type { ShownText } from '../../domain/shown-text.ts';
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
  const person = isRequestAuthenticated ? intent.person : undefined;
  const text = how.device === 'other' ? textOnOtherDevice(login, visitor) : intent.text;
  return orderRequest(
    { ...intent, text, person },
    {
      endUserIp: visitor.ip,
      device: how.device,
      returnUrl: how.returnUrl,
      browser: { referringDomain: new URL(login.issuer).hostname, userAgent: visitor.userAgent },
      scope: login.scope,
    },
  );
}

/**
 * The person may scan a code that somebody else relays from another page. So the app shows the purpose and the
 * application, unless the application sent a message of its own.
 */
function textOnOtherDevice(
  { acr, intent, applicationName }: Login,
  { language }: Visitor,
): ShownText | undefined {
  const { kind, action, text } = intent;
  if (text?.visible !== undefined || rulesOf(acr).texts[kind]?.message === undefined) return text;
  const visible = encodeText(purposeOf(action, applicationName, language)).base64;
  return { visible, format: 'plaintext', nonVisible: text?.nonVisible };
}
