import type { BrowserFlow } from '../browser-flow.ts';

/**
 * Code with PKCE (RFC 7636): a single-page or native application keeps no secret; the verifier of its
 * challenge proves that the one who exchanges the code is the one who asked for it.
 */
export const pkce: BrowserFlow = {
  responseType: 'code',
  grantType: 'authorization_code',
  client: 'public',
  challenge: 'required',
};
