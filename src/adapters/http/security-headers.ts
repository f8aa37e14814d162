import type { Domain } from '../../domain/tenant.ts';

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

/**
 * The policy of every answer: no resources of other hosts, no inline scripts or styles, no frames. `returnsTo` is the
 * other origin (or `scheme:`) that a form may lead to: Chromium applies `form-action` to the whole chain of redirects.
 * `script-src` repeats the default, because the library adds the hash of its form_post script only to a directive that
 * exists.
 */
export function contentSecurityPolicy(returnsTo?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", formTarget(returnsTo)].filter(Boolean).join(' '),
  ].join('; ');
}

/** A CSP source, or nothing when it cannot be written as one: a stray `;` would start a directive. */
function formTarget(returnsTo: string | undefined): string | undefined {
  if (returnsTo === undefined) return undefined;
  // CSP has no notation for IPv6 hosts; their scheme is the nearest thing.
  const source = returnsTo.replace(/^(https?:)\/\/\[[0-9a-f:.]+\](:\d+)?$/i, '$1');
  return /^[a-z][a-z0-9+.-]*:(\/\/[a-z0-9._-]+(:\d+)?)?$/i.test(source) ? source : undefined;
}
