import { createHash } from 'node:crypto';

import type { Context } from 'koa';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import { webOrigins } from '../cors.ts';

/**
 * `response_mode=json`: the script gets in JSON the URL to which a redirect would lead. A request that is refused at once
 * has nothing to complete: the script gets the error.
 */
export function registerJsonResponseMode(provider: Provider): void {
  provider.registerResponseMode('json', (ctx, redirectUri, answer) => {
    const fields = answer as ResponseParameters;
    const isRefused = ctx.oidc.route !== 'resume' || ctx.status >= 500;
    if (!isRefused) ctx.status = 200;
    else if (ctx.status < 400) ctx.status = 400;
    ctx.body = isRefused ? fields : { location: responseUrl(redirectUri, fields) };
  });
}

/** True when a script reads the answer; also before the library has parsed the request. */
export function isForScript(ctx: Context): boolean {
  const { oidc } = ctx as Partial<KoaContextWithOIDC>;
  return (oidc?.params?.response_mode ?? ctx.query.response_mode) === 'json';
}

/**
 * Posts the answer to the window that opened this one, or to the page around it. The browser delivers the message only
 * to a page of the redirect URI's origin.
 */
const SCRIPT = `
  const { answer, origin } = document.body.dataset;
  const page = window.opener ?? (window.parent === window ? null : window.parent);
  if (page !== null) page.postMessage(answer, origin);
  if (window.opener !== null) window.close();
`;
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

/**
 * `response_mode=post_message`: a page in a popup or a hidden frame. It posts to the application's page the URL to
 * which a redirect would lead.
 */
export function registerPostMessageResponseMode(
  provider: Provider,
  domain: Domain,
  configuration: Configuration,
): void {
  provider.registerResponseMode('post_message', (ctx, redirectUri, answer) => {
    const { client } = ctx.oidc;
    const application = client && configuration.application(domain, client.clientId);
    if (ctx.status < 400) ctx.status = 200;
    ctx.remove('X-Frame-Options');
    ctx.set('Content-Security-Policy', policy(webOrigins(application?.redirectUris ?? [])));
    ctx.type = 'html';
    ctx.body = page(
      responseUrl(redirectUri, answer as ResponseParameters),
      new URL(redirectUri).origin,
    );
  });
}

/** Only the application's pages may frame it. CSP has no notation for IPv6 hosts: they may not. */
function policy(origins: readonly string[]): string {
  const framing = origins.filter((origin) => !origin.includes('['));
  return [
    "default-src 'none'",
    `script-src 'sha256-${SCRIPT_HASH}'`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framing.length === 0 ? "'none'" : framing.join(' ')}`,
  ].join('; ');
}

/** Without a page that gets the message, the person sees this one. */
function page(answer: string, origin: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Back to the application</title>
<body data-answer="${escaped(answer)}" data-origin="${escaped(origin)}">
<p>You can close this window and go back to the application.</p>
<script>${SCRIPT}</script>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** The parameters of the library's answer to an authorization request. */
export type ResponseParameters = Readonly<Record<string, string | undefined>>;

/**
 * The redirect URI with an answer in it. An ID token is in the fragment, which no server gets. A space is written `%20`:
 * scripts that read a URL with `decodeURIComponent` take `+` for a plus.
 */
export function responseUrl(redirectUri: string, answer: ResponseParameters): string {
  const url = new URL(redirectUri);
  const fields = answer.id_token === undefined ? url.searchParams : new URLSearchParams();
  for (const [name, value] of Object.entries(answer)) {
    if (value !== undefined) fields.set(name, value);
  }
  if (answer.id_token !== undefined) url.hash = fields.toString();
  return percentSpaces(url.href);
}

/** Writes the spaces in a URL's query and fragment as `%20`. */
export function percentSpaces(url: string): string {
  const [, before = url, values = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  return before + values.replaceAll('+', '%20');
}
