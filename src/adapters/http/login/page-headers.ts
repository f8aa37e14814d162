import { contentSecurityPolicy } from '../content-security-policy.ts';

/** The headers of every page; `returnsTo` as in `contentSecurityPolicy`. */
export function pageHeaders(returnsTo?: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(returnsTo),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}
