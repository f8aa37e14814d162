/** The parameters of a login to try. */
export interface TryRequest {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly responseType: string;
  /** Empty: the usual one of the response type. */
  readonly responseMode: string;
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

/** The parameters of the request, without those that are empty. */
export function authorizeParameters(
  request: TryRequest,
  { state, nonce, codeChallenge }: TryKeys,
): Readonly<Record<string, string>> {
  const { clientId, redirectUri, responseType, responseMode, scope, acr, loginHint, prompt } =
    request;
  const withCode = responseType.includes('code');
  const all = {
    response_type: responseType,
    response_mode: responseMode,
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
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** The URL that begins the login. */
export function authorizeUrl(issuer: string, parameters: Readonly<Record<string, string>>): string {
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

/** Bytes as RFC 7515 writes them. */
export function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
