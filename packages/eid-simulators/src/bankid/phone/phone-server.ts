import Koa, { type Context, type Next } from 'koa';
import { Refusal } from '../refusal.ts';
import { answerRefusals, makePhoneApi, type PhoneApiDeps } from './phone-api.ts';
import { makePhonePage } from './phone-page.ts';

/** The phone's web page and its control API, for its own pages and for scripts only. */
export function makePhoneServer(deps: PhoneApiDeps): Koa {
  const app = new Koa();
  app.use(answerRefusals);
  app.use(refuseForeignPages);
  app.use(makePhoneApi(deps).routes());
  app.use(makePhonePage().routes());
  return app;
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * No other page in the same browser may approve. Browsers send the page's origin with every POST. A foreign name that
 * resolves to this machine is in the Host header.
 */
async function refuseForeignPages(context: Context, next: Next): Promise<void> {
  const { origin } = context.headers;
  const isOwn = origin === undefined || origin === `http://${context.host}`;
  const isLocal = !isLoopback(context.req.socket.localAddress) || LOOPBACK.test(context.hostname);
  if (!isOwn || !isLocal) throw new Refusal('foreign_page', 'Only pages of the phone may use it');
  context.set('Cross-Origin-Resource-Policy', 'same-origin');
  context.set('X-Content-Type-Options', 'nosniff');
  context.set('Cache-Control', 'no-store');
  await next();
}

function isLoopback(address: string | undefined): boolean {
  return address === undefined || /^(127\.|::1$|::ffff:127\.)/.test(address);
}
