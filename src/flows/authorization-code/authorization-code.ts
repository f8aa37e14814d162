import type { BrowserFlow } from '../browser-flow.ts';

/**
 * Authorization code (RFC 6749 section 4.1): a server that keeps a secret or a key sends the person here,
 * gets a code through the browser, and exchanges it once, proving who it is.
 */
export const authorizationCode: BrowserFlow = {
  responseType: 'code',
  grantType: 'authorization_code',
  client: 'confidential',
  challenge: 'optional',
};
