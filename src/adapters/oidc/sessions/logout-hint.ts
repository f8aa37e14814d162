import { decodeJwt } from 'jose';
import type Provider from 'oidc-provider';

import { LOGOUT_REQUESTS } from '../errors/entries/logout-requests.ts';
import { libraryError } from '../errors/library-error.ts';
import type { LogoutRequest } from './logout-request.ts';

/** Who asks for a logout, and whose, as far as the request says. */
export interface LogoutHint {
  readonly clientId: string | undefined;
  /** The person's pseudonym. */
  readonly subject: string | undefined;
}

/**
 * Reads who asks. An ID token counts also after it has expired.
 * @throws invalid_request: not an ID token of ours, of another application than `client_id`, or of an unknown one
 */
export async function logoutHintIn(
  { idTokenHint, clientId }: LogoutRequest,
  provider: Provider,
): Promise<LogoutHint> {
  if (idTokenHint === undefined) {
    if (clientId !== undefined && (await provider.Client.find(clientId)) === undefined) {
      throw libraryError(LOGOUT_REQUESTS['logout-client-unknown']);
    }
    return { clientId, subject: undefined };
  }
  const { aud, sub } = await payloadOf(idTokenHint, provider);
  if (clientId !== undefined && clientId !== aud) {
    throw libraryError(LOGOUT_REQUESTS['logout-client-mismatch']);
  }
  return { clientId: String(aud), subject: String(sub) };
}

async function payloadOf(idToken: string, provider: Provider) {
  try {
    const client = await provider.Client.find(String(decodeJwt(idToken).aud));
    if (client === undefined) throw new Error('of no application');
    return (await provider.IdToken.validate(idToken, client)).payload;
  } catch (cause) {
    throw libraryError(LOGOUT_REQUESTS['logout-hint-invalid'], { cause });
  }
}
