import type { Context } from 'koa';

const POLICY = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** On every answer of the API. There is no CORS header: no page of another origin may read an answer. */
export function managementHeaders(url: string): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': POLICY,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(url.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

/**
 * False for a request that a page of another origin caused. A GET changes nothing, so that a link may lead here; any
 * other method must come from a page of ours, or from no page. No page can write `Sec-Fetch-Site`; the form of a page
 * that sends no referrer has the origin `null`.
 */
export function isOwnRequest(ctx: Pick<Context, 'get' | 'method'>, url: string): boolean {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return true;
  const site = ctx.get('sec-fetch-site');
  if (site === 'same-origin') return true;
  if (site !== '' && site !== 'none') return false;
  const origin = ctx.get('origin');
  return origin === '' || origin === url;
}
