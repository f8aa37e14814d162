/** The parameters of a login to try. */
export interface TryRequest {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly responseType: 'code' | 'id_token' | 'code id_token';
  readonly scope: string;
  readonly acr: string;
  readonly loginHint: string;
  readonly prompt: string;
}

/** What one try needs beside its request: random texts, kept until the answer is there. */
export interface TryKeys {
  readonly state: string;
  readonly nonce: string;
  readonly codeChallenge: string;
}

/** The URL that begins the login. */
export function authorizeUrl(
  request: TryRequest,
  { state, nonce, codeChallenge }: TryKeys,
): string {
  const { issuer, clientId, redirectUri, responseType, scope, acr, loginHint, prompt } = request;
  const withCode = responseType.includes('code');
  const parameters = Object.entries({
    response_type: responseType,
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    acr_values: acr,
    login_hint: loginHint,
    prompt,
    state,
    nonce,
    code_challenge: withCode ? codeChallenge : '',
    code_challenge_method: withCode ? 'S256' : '',
  }).filter(([, value]) => value !== '');
  return `${issuer}/oauth2/authorize?${new URLSearchParams(parameters)}`;
}

/** Random texts for one try. */
export async function newTryKeys(
  crypto: typeof globalThis.crypto,
): Promise<TryKeys & { readonly verifier: string }> {
  const text = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
  const verifier = text();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return {
    state: text(),
    nonce: text(),
    verifier,
    codeChallenge: base64url(new Uint8Array(digest)),
  };
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
