import { createHash, randomBytes } from 'node:crypto';

import { QR_ACR } from '@eid-broker/testing/log-in';

/** The origin of the demo's SDK application. */
export const SDK_PAGE = 'http://localhost:9999';

/** The redirect URI of the SDK application. */
export const SDK_CALLBACK = `${SDK_PAGE}/cb`;

/** The options of a request of a page's script. */
export interface ScriptInit extends RequestInit {
  readonly origin?: string;
}

/** Sends a request as a page's script does: with its origin and without cookies. */
export function fetchFromPage(url: string | URL, init: ScriptInit = {}): Promise<Response> {
  const { origin = SDK_PAGE, headers, ...rest } = init;
  return fetch(url, { redirect: 'manual', ...rest, headers: { origin, ...headers } });
}

/** A PKCE pair. */
export function newPkce() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The authorization URL of a page whose script draws the QR code itself. */
export function jsonRequest(
  issuer: string,
  challenge: string,
  changes: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({
    scope: 'openid',
    client_id: 'demo-sdk',
    acr_values: QR_ACR,
    redirect_uri: SDK_CALLBACK,
    response_type: 'code',
    response_mode: 'json',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'a state',
    prompt: 'login',
    ...changes,
  });
  return `${issuer}/oauth2/authorize?${query}`;
}
