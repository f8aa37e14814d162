import { Router } from '@koa/router';
import type { Context } from 'koa';

import type { NewId } from '../../ports/ids.ts';
import { explainRefusal } from './explain-refusal.ts';
import { type LoginChoice, parseLoginChoice } from './login-choice.ts';
import { homePage } from './pages/home-page.ts';
import { refusalPage } from './pages/refusal-page.ts';
import { welcomePage } from './pages/welcome-page.ts';
import type { Pending, RelyingParty } from './relying-party.ts';
import type { Session, Sessions } from './sessions.ts';

/** What the routes work with. */
export interface ClientDeps {
  readonly issuer: string;
  /** The client's own address, without a slash at its end. */
  readonly url: string;
  readonly phoneUrl: string;
  readonly relyingParty: RelyingParty;
  readonly sessions: Sessions;
  readonly newId: NewId;
}

const COOKIE = 'demo-client';

/** The addresses of the demo client. */
export function clientRoutes(deps: ClientDeps): Router {
  const { issuer, url, phoneUrl, relyingParty, sessions, newId } = deps;
  const router = new Router();

  router.get('/', (ctx) => {
    ctx.body = homePage({ issuer, phoneUrl });
  });

  router.get('/login', async (ctx) => {
    const choice = parseLoginChoice(ctx.query);
    try {
      const { url, pending } = await relyingParty.begin(choice);
      sessionOf(ctx).remember(pending);
      ctx.redirect(url.href);
    } catch (error) {
      ctx.status = 502;
      ctx.body = refusalPage(explainRefusal(error, issuer), choice);
    }
  });

  router.get('/callback', async (ctx) => {
    const from = ctx.cookies.get(COOKIE) ?? '';
    const session = sessions.find(from);
    const pending = session?.take(String(ctx.query.state));
    if (session === undefined || pending === undefined) {
      ctx.status = 400;
      ctx.body = refusalPage(UNEXPECTED, parseLoginChoice({}));
      return;
    }
    const outcome = await finish(pending, new URL(ctx.originalUrl, url));
    // Whoever knew the id before the login, or planted it, must not see who logged in.
    sessions.rename(session, { from, to: giveId(ctx) });
    session.outcome = outcome;
    // Reloading the next page, or going back to it, does not use the code a second time.
    ctx.status = 303;
    ctx.redirect('/result');
  });

  router.get('/result', (ctx) => {
    const outcome = sessions.find(ctx.cookies.get(COOKIE))?.outcome;
    if (outcome === undefined) return ctx.redirect('/');
    ctx.body =
      outcome.kind === 'proof'
        ? welcomePage(outcome.proof)
        : refusalPage(outcome.refusal, outcome.choice);
  });

  router.post('/logout', (ctx) => {
    sessions.forget(ctx.cookies.get(COOKIE));
    ctx.cookies.set(COOKIE);
    ctx.status = 303;
    ctx.redirect('/');
  });

  return router;

  async function finish(pending: Pending, callback: URL): Promise<NonNullable<Session['outcome']>> {
    try {
      return { kind: 'proof', proof: await relyingParty.finish(pending, callback) };
    } catch (error) {
      return refused(explainRefusal(error, issuer), pending.choice);
    }
  }

  function sessionOf(ctx: Context): Session {
    const known = sessions.find(ctx.cookies.get(COOKIE));
    if (known !== undefined) return known;
    return sessions.create(giveId(ctx));
  }

  function giveId(ctx: Context): string {
    const id = newId();
    // Other servers on localhost see this cookie, too: browsers do not tell ports apart.
    ctx.cookies.set(COOKIE, id, { httpOnly: true, sameSite: 'lax', overwrite: true });
    return id;
  }
}

const UNEXPECTED = {
  error: 'unexpected_answer',
  description:
    'This browser did not begin the login that has just ended, or has finished it already.',
};

function refused(refusal: ReturnType<typeof explainRefusal>, choice: LoginChoice) {
  return { kind: 'refusal', refusal, choice } as const;
}
