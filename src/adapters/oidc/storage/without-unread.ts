import type { AdapterPayload } from 'oidc-provider';

/**
 * A code or an access token without what nobody reads of it: ours are not refreshed, not introspected, and end with no
 * session. There are two for each login.
 */
export function withoutUnread(payload: AdapterPayload): AdapterPayload {
  const { kind: _kind, iat: _iat, gty: _gty, sessionUid: _session, ...read } = payload;
  return read;
}
