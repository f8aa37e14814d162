import type { Domain } from '../../domain/tenant.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

/** On every answer of a domain. */
export function securityHeaders(domain: Domain): ReadonlyMap<string, string> {
  const headers = new Map([
    ['Content-Security-Policy', contentSecurityPolicy()],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'no-referrer'],
  ]);
  if (domain.issuer.startsWith('https:')) {
    headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  }
  return headers;
}
