import type { Authentication } from '../../../domain/authentication.ts';

/** What the ID token of a response type tells. With `code id_token` everything about the person comes from userinfo. */
export function idTokenOf(responseType = ''): Authentication['idToken'] {
  const types = responseType.split(' ');
  return types.includes('code') && types.includes('id_token') ? 'minimal' : 'full';
}
