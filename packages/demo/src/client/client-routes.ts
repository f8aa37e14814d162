import { text } from 'node:stream/consumers';

import { Router } from '@koa/router';
import type { NewId } from 'eid-broker/ports/runtime';
import type { Context } from 'koa';

import { acrChoicesOf } from './acr-choices.ts';
import { demoApplications } from './demo-applications.ts';
import { explainRefusal } from './explain-refusal.ts';
import { type LoginChoice, type PendingLogin, parseLoginChoice } from './login-choice.ts';
import { fragmentPage } from './pages/fragment-page.ts';
import { homePage } from './pages/home-page.ts';
import { refusalPage } from './pages/refusal-page.ts';
import { welcomePage } from './pages/welcome-page.ts';
import type { RelyingParty } from './relying-party.ts';
import type { Session, Sessions } from './sessions.ts';

/** The dependencies of the routes. */
export interface ClientDeps {
  readonly issuer: string;
  /** The client's own URL, without a trailing slash. */
  readonly url: string;
  readonly phoneUrl: string;
  readonly relyingParty: RelyingParty;
  readonly sessions: Sessions;
  readonly newId: NewId;
}

const COOKIE = 'demo-client';
/** Of a posted response. */
const MAX_BYTES = 65_536;

/** The addresses of the demo client. */
export function clientRoutes(deps: ClientDeps): Router {
  const { issuer, url, phoneUrl, relyingParty, sessions, newId } = deps;
  const router = new Router();

  router.get('/', async (ctx) => {
    const choices = await acrChoicesOf(issuer, demoApplications.code.clientId);
    ctx.body = homePage({ issuer, phoneUrl, choices });
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
    if (ctx.search === '') ctx.body = fragmentPage();
    else await comeBack(ctx, new URL(ctx.originalUrl, url));
  });

  router.post('/callback', async (ctx) => {
    if ((ctx.request.length ?? Infinity) > MAX_BYTES) ctx.throw(413);
    const answer = new URLSearchParams(await text(ctx.req)).get('answer') ?? '';
    await comeBack(ctx, new URL(`/callback#${answer}`, url));
  });

  router.get('/result', (ctx) => {
    const outcome = sessions.find(ctx.cookies.get(COOKIE))?.outcome;
    if (outcome === undefined) return ctx.redirect('/');
    ctx.body =
      outcome.kind === 'proof'
        ? welcomePage(outcome.proof)
        : refusalPage(outcome.refusal, outcome.choice);
  });

  // For npm run verify-evidence.
  router.get('/token.jwt', (ctx) => {
    const outcome = sessions.find(ctx.cookies.get(COOKIE))?.outcome;
    if (outcome?.kind !== 'proof') return;
    ctx.attachment('token.jwt');
    ctx.body = outcome.proof.idToken;
  });

  router.post('/logout', (ctx) => {
    sessions.forget(ctx.cookies.get(COOKIE));
    ctx.cookies.set(COOKIE);
    ctx.status = 303;
    ctx.redirect('/');
  });

  return router;

  async function comeBack(ctx: Context, callback: URL): Promise<void> {
    const from = ctx.cookies.get(COOKIE) ?? '';
    const session = sessions.find(from);
    const pending = session?.take(stateIn(callback) ?? '');
    if (session === undefined || pending === undefined) {
      ctx.status = 400;
      ctx.body = refusalPage(UNEXPECTED, parseLoginChoice({}));
      return;
    }
    const outcome = await finish(pending, callback);
    // The id of a session changes at the login, so that an id from before is useless.
    sessions.rename(session, { from, to: setSessionId(ctx) });
    session.outcome = outcome;
    // Reloading the next page, or going back to it, does not use the code a second time.
    ctx.status = 303;
    ctx.redirect('/result');
  }

  async function finish(
    pending: PendingLogin,
    callback: URL,
  ): Promise<NonNullable<Session['outcome']>> {
    try {
      return { kind: 'proof', proof: await relyingParty.finish(pending, callback) };
    } catch (error) {
      return refused(explainRefusal(error, issuer), pending.choice);
    }
  }

  function sessionOf(ctx: Context): Session {
    const known = sessions.find(ctx.cookies.get(COOKIE));
    if (known !== undefined) return known;
    return sessions.create(setSessionId(ctx));
  }

  function setSessionId(ctx: Context): string {
    const id = newId();
    // Other servers on localhost get this cookie, too: cookies ignore ports.
    ctx.cookies.set(COOKIE, id, { httpOnly: true, sameSite: 'lax', overwrite: true });
    return id;
  }
}

/** The response is in the query or, for the flows with a token, in the fragment. */
function stateIn({ searchParams, hash }: URL): string | null {
  return searchParams.get('state') ?? new URLSearchParams(hash.slice(1)).get('state');
}

const UNEXPECTED = {
  error: 'unexpected_answer',
  description:
    'This browser did not begin the login that has just ended, or has finished it already.',
};

function refused(refusal: ReturnType<typeof explainRefusal>, choice: LoginChoice) {
  return { kind: 'refusal', refusal, choice } as const;
}
