import { createHash } from 'node:crypto';

/** What counts once, as the history names it: its kind, and a hash that nobody can spend. */
export function singleUse(
  kind: 'code' | 'jti' | 'request' | 'login' | 'request-uri',
  secret: string,
): string {
  return `${kind}:${createHash('sha256').update(secret).digest('base64url').slice(0, 22)}`;
}
