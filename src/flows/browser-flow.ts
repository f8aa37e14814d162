/** What sets one browser flow apart from the others; the login itself is the same for all. */
export interface BrowserFlow {
  /** The `response_type` that asks for it. */
  readonly responseType: 'code';
  /** The `grant_type` that completes it. */
  readonly grantType: 'authorization_code';
  /** Whether the application keeps a credential of its own. */
  readonly client: 'confidential' | 'public';
  /** Whether the request must carry a PKCE challenge (RFC 7636). A challenge that comes is always verified. */
  readonly challenge: 'required' | 'optional';
}
