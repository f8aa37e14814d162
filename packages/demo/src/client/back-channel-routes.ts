import { text } from 'node:stream/consumers';

import { Router } from '@koa/router';
import type { NewId } from 'eid-broker/ports/runtime';
import type { Context } from 'koa';

import type { BackChannel, Started } from './back-channel.ts';
import { explainRefusal } from './explain-refusal.ts';
import { parseLoginChoice } from './login-choice.ts';
import { answeredPage, backChannelPage, pendingPage, qrImage } from './pages/back-channel-pages.ts';
import { refusalPage } from './pages/refusal-page.ts';

interface Deps {
  readonly issuer: string;
  readonly backChannel: BackChannel;
  readonly newId: NewId;
}

const COOKIE = 'demo-backend';
/** The QR code changes each second, and the page polls as often. */
const REFRESH_SECONDS = '1';
const MAX_STARTED = 100;
const MAX_FORM_BYTES = 256;

/** CIBA and headless from an application's side: the call centre, and the application's own login page. */
export function backChannelRoutes({ issuer, backChannel, newId }: Deps): Router {
  const router = new Router();
  const started = new Map<string, Started>();

  router.get('/backend', (ctx) => {
    ctx.body = backChannelPage();
  });

  router.post('/backend/call', async (ctx) => {
    if ((ctx.request.length ?? Infinity) > MAX_FORM_BYTES) ctx.throw(413);
    const form = new URLSearchParams(await text(ctx.req));
    await begin(ctx, () => backChannel.startCall(form.get('personalNumber') ?? ''));
  });

  router.post('/backend/headless', (ctx) =>
    begin(ctx, () => backChannel.startHeadless(ctx.ip.replace(/^::ffff:/, ''))),
  );

  router.get('/backend/wait', async (ctx) => {
    const key = ctx.cookies.get(COOKIE) ?? '';
    const mine = started.get(key);
    if (mine === undefined) return ctx.redirect('/backend');
    await orRefusal(ctx, async () => {
      const poll = await backChannel.poll(mine);
      if (poll.state === 'done') {
        started.delete(key);
        ctx.body = answeredPage(poll.claims);
        return;
      }
      started.set(key, { ...mine, qrData: poll.qrData });
      ctx.set('Refresh', REFRESH_SECONDS);
      ctx.body = pendingPage(poll.description, poll.qrData);
    });
  });

  router.get('/backend/qr', (ctx) => {
    const { qrData } = started.get(ctx.cookies.get(COOKIE) ?? '') ?? {};
    if (qrData === undefined) return;
    ctx.type = 'image/svg+xml';
    ctx.body = qrImage(qrData);
  });

  return router;

  async function begin(ctx: Context, start: () => Promise<Started>): Promise<void> {
    await orRefusal(ctx, async () => {
      const key = newId();
      started.set(key, await start());
      const [oldest] = started.keys();
      if (started.size > MAX_STARTED && oldest !== undefined) started.delete(oldest);
      ctx.cookies.set(COOKIE, key, { httpOnly: true, sameSite: 'lax', overwrite: true });
      ctx.status = 303;
      ctx.redirect('/backend/wait');
    });
  }

  async function orRefusal(ctx: Context, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      ctx.status = 400;
      ctx.body = refusalPage(explainRefusal(error, issuer), parseLoginChoice({}));
    }
  }
}
