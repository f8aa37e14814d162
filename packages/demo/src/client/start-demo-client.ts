import { readFileSync } from 'node:fs';

import { listen } from 'eid-broker/adapters/http/listen';
import type { NewId } from 'eid-broker/ports/runtime';
import Koa, { type Context, type Next } from 'koa';

import { makeBackChannel } from './back-channel.ts';
import { backChannelRoutes } from './back-channel-routes.ts';
import { clientRoutes } from './client-routes.ts';
import { makeRelyingParty } from './relying-party.ts';
import { makeSessions } from './sessions.ts';

/** How the demo client is started. */
export interface DemoClientOptions {
  readonly issuer: string;
  /** Not 0: `http://localhost:<port>/callback` is registered with the issuer. */
  readonly port: number;
  /** The page of the simulated phone, linked from the start page. */
  readonly phoneUrl: string;
  readonly newId: NewId;
  /** Called with errors of the client itself. */
  readonly onBug?: (error: unknown) => void;
}

/** A running demo client. */
export interface DemoClient {
  /** Without a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

const ASSETS = [
  ['client.css', 'text/css; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
  ['fragment.js', 'text/javascript; charset=utf-8'],
] as const;

/** Starts the demo client for this machine only. Rejects with one line when the port is in use. */
export async function startDemoClient(options: DemoClientOptions): Promise<DemoClient> {
  const { issuer, port, phoneUrl, newId, onBug = () => undefined } = options;
  const url = new URL(`http://localhost:${port}`).origin;
  const relyingParty = makeRelyingParty(issuer, `${url}/callback`);
  const routes = clientRoutes({
    issuer,
    url,
    phoneUrl,
    relyingParty,
    sessions: makeSessions(),
    newId,
  });

  const app = new Koa();
  app.on('error', onBug);
  app.use(onlyAt(url));
  app.use(headersFor(issuer));
  app.use(assets());
  app.use(routes.routes());
  const backChannel = makeBackChannel(issuer);
  app.use(backChannelRoutes({ issuer, backChannel, newId }).routes());

  const handle = app.callback();
  const server = await listen(handle, { port, address: '127.0.0.1' });
  return { url, close: () => server.close(0) };
}

/** On another host name, such as 127.0.0.1, the browser would not send the cookie with the response. */
function onlyAt(url: string) {
  return async (ctx: Context, next: Next) => {
    if (ctx.host === new URL(url).host) return next();
    ctx.redirect(`${url}/`);
  };
}

/** No external resources; forms lead to the client and on to the issuer. */
function headersFor(issuer: string) {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self' ${new URL(issuer).origin}`,
  ].join('; ');
  return async (ctx: Context, next: Next) => {
    ctx.set({
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    });
    await next();
  };
}

function assets() {
  const files = new Map(
    ASSETS.map(([name, type]) => {
      const content = readFileSync(new URL(`./assets/${name}`, import.meta.url));
      return [`/assets/${name}`, { type, content }];
    }),
  );
  return async (ctx: Context, next: Next) => {
    const file = files.get(ctx.path);
    if (file === undefined) return next();
    ctx.type = file.type;
    ctx.body = file.content;
  };
}
