import { createHash } from 'node:crypto';

import type { Context, Middleware } from 'koa';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import { webOrigins } from '../cors.ts';

/**
 * `response_mode=json`: what would be a redirect is said to the script that asked. A request that is refused at once
 * has nothing to complete, and is told as the error that it is.
 */
export function answerInJson(provider: Provider): void {
  provider.registerResponseMode('json', (ctx, redirectUri, answer) => {
    const told = answer as AnswerFields;
    const isRefused = ctx.oidc.route !== 'resume' || ctx.status >= 500;
    if (!isRefused) ctx.status = 200;
    else if (ctx.status < 400) ctx.status = 400;
    ctx.body = isRefused ? told : { location: answerUrl(redirectUri, told) };
  });
}

/** True when the answer is read by a script; also for a request that nobody has understood yet. */
export function isForScript(ctx: Context): boolean {
  const { oidc } = ctx as Partial<KoaContextWithOIDC>;
  return (oidc?.params?.response_mode ?? ctx.query.response_mode) === 'json';
}

/**
 * Tells the window that opened this one, or the page around it. The browser delivers the message to nobody but a
 * page of the origin that the redirect URI has.
 */
const SCRIPT = `
  const { answer, origin } = document.body.dataset;
  const page = window.opener ?? (window.parent === window ? null : window.parent);
  if (page !== null) page.postMessage(answer, origin);
  if (window.opener !== null) window.close();
`;
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

/**
 * `response_mode=post_message`: a page, in a popup or a hidden frame, that hands the answer to the application's
 * page as the URL to which a redirect would have led.
 */
export function answerByMessage(
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
    ctx.body = page(answerUrl(redirectUri, answer as AnswerFields), new URL(redirectUri).origin);
  });
}

/** Only the application's pages may hold it in a frame. CSP has no notation for IPv6 hosts: they may not. */
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

/** Without a page to tell, it is all that the person sees. */
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

/** What the library answers an authorization request with. */
export type AnswerFields = Readonly<Record<string, string | undefined>>;

/**
 * The redirect URI with an answer in it. An ID token goes into the fragment, which is sent to no server. A space is
 * written `%20`: scripts that read a URL with `decodeURIComponent` take `+` for a plus.
 */
export function answerUrl(redirectUri: string, answer: AnswerFields): string {
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

/** Writes the spaces of every answer on a redirect so that each client's parser reads them. */
export const spacesInAnswers: Middleware = async (ctx, next) => {
  await next();
  const location = ctx.response.get('Location');
  if (location) ctx.set('Location', percentSpaces(location));
};
