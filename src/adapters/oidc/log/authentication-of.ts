import type { KoaContextWithOIDC } from 'oidc-provider';

import type { AttemptIdOf } from '../../../ports/ids.ts';
import type { FinishedLogin } from '../logins/finished-login.ts';
import { REQUEST_ID } from '../polled/polled-endpoints.ts';

/**
 * The authentication that a request is about, as its event names it. Of a poll it is what the id that it sent
 * would stand for: whether there is such a request was for the poll itself to find out.
 */
export function authenticationOf(
  { oidc, body }: Partial<KoaContextWithOIDC>,
  attemptIdOf: AttemptIdOf,
): string | undefined {
  if (oidc === undefined) return undefined;
  const { Interaction, AuthorizationCode, AccessToken, Grant } = oidc.entities;
  const login = Interaction?.result as { readonly eid?: FinishedLogin } | undefined;
  const granted = AuthorizationCode?.grantId ?? AccessToken?.grantId ?? Grant?.jti;
  const named = requestIdIn(oidc.params) ?? requestIdIn(body);
  return login?.eid?.authenticationId ?? granted ?? (named && attemptIdOf(named));
}

/** The id of a CIBA or headless request: of a poll it is a parameter, of the answer that starts one a member. */
function requestIdIn(fields: unknown): string | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined;
  const { [REQUEST_ID.ciba]: ciba, [REQUEST_ID.headless]: headless } = fields as Fields;
  const id = ciba ?? headless;
  return typeof id === 'string' ? id : undefined;
}

type Fields = Readonly<Record<string, unknown>>;
