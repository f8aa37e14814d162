import { text } from 'node:stream/consumers';

import { Router } from '@koa/router';
import type { NewId } from 'eid-broker/ports/runtime';
import type { Context } from 'koa';

import { acrChoicesOf } from './acr-choices.ts';
import { BACK_CHANNEL_CLIENT, type BackChannel, type Started } from './back-channel.ts';
import { explainRefusal } from './explain-refusal.ts';
import { parseLoginChoice, USUAL_ACR } from './login-choice.ts';
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
const MAX_FORM_BYTES = 2_048;
const USUAL_MESSAGE = 'Demo shop would like to know who is on the phone.';

/** CIBA and headless from an application's side: the call centre, and the application's own login page. */
export function backChannelRoutes({ issuer, backChannel, newId }: Deps): Router {
  const router = new Router();
  const started = new Map<string, Started>();

  router.get('/backend', async (ctx) => {
    const choices = await acrChoicesOf(issuer, BACK_CHANNEL_CLIENT);
    ctx.body = backChannelPage({ choices, usual: USUAL_ACR, message: USUAL_MESSAGE });
  });

  router.post('/backend/call', async (ctx) => {
    const form = await formOf(ctx);
    const call = {
      acr: form.get('acr') ?? USUAL_ACR,
      personalNumber: form.get('personalNumber') ?? '',
      message: form.get('message') ?? USUAL_MESSAGE,
      details: form.get('details') ?? '',
    };
    await begin(ctx, () => backChannel.startCall(call));
  });

  router.post('/backend/headless', async (ctx) => {
    const acr = (await formOf(ctx)).get('acr') ?? USUAL_ACR;
    const endUserIp = ctx.ip.replace(/^::ffff:/, '');
    await begin(ctx, () => backChannel.startHeadless({ acr, endUserIp }));
  });

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

  async function formOf(ctx: Context): Promise<URLSearchParams> {
    if ((ctx.request.length ?? Infinity) > MAX_FORM_BYTES) ctx.throw(413);
    return new URLSearchParams(await text(ctx.req));
  }

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
