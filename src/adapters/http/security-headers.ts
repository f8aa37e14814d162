import type { Domain } from '../../domain/tenant.ts';

/**
 * On every answer. `script-src` is named although it repeats the default: the library adds the hash of the
 * one script of its form_post page only to a directive that exists.
 */
export function securityHeaders(domain: Domain): ReadonlyMap<string, string> {
  const headers = new Map([
    [
      'Content-Security-Policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'",
    ],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
  ]);
  if (domain.issuer.startsWith('https:')) {
    headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  }
  return headers;
}
