/**
 * The headers of every page. `returnsTo` is where a form of the page may end up beside our own origin (an
 * origin, or `scheme:`): Chromium applies `form-action` to the whole chain of redirects that follows.
 */
export function pageHeaders(returnsTo?: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ["form-action 'self'", formTarget(returnsTo)].filter(Boolean).join(' '),
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}

/** A CSP source, or nothing when it cannot be written as one: a stray `;` would start a directive. */
function formTarget(returnsTo: string | undefined): string | undefined {
  if (returnsTo === undefined) return undefined;
  // CSP has no notation for IPv6 hosts; their scheme is the nearest thing.
  const source = returnsTo.replace(/^(https?:)\/\/\[[0-9a-f:.]+\](:\d+)?$/i, '$1');
  return /^[a-z][a-z0-9+.-]*:(\/\/[a-z0-9._-]+(:\d+)?)?$/i.test(source) ? source : undefined;
}
