import type { Context, Middleware, Next } from 'koa';
import Provider, { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { RESUME } from '../endpoints.ts';
import { INTERRUPTED_LOGINS } from '../errors/entries/interrupted-logins.ts';
import { libraryError } from '../errors/oauth-errors.ts';
import { withoutCookie } from '../sessions/fresh-session.ts';
import { hintedSubject } from '../sessions/sessions.ts';
import { type CurrentLogins, interactionOf } from './login-adapter.ts';

/** Prompts of the product that ask for a login and nothing else: an eID that keeps a consent would act on them. */
const OTHER_PROMPTS = ['consent', 'consent_revoke'] as const;

/**
 * Every authorization request needs its own login with its eID, or a session that answers it. Nobody is ever
 * asked for consent.
 */
export function loginPolicy(): interactionPolicy.DefaultPolicy {
  const { base, Check, Prompt } = interactionPolicy;
  const policy = base();
  policy.remove('consent');
  for (const name of OTHER_PROMPTS) policy.add(new Prompt({ name, requestable: true }));

  const { error, description } = INTERRUPTED_LOGINS['login-unanswered'];
  const answered = new Check('unanswered', description, error, (ctx) =>
    isAnswered(ctx) ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  );
  const hinted = new Check('id_token_hint', 'another person logged in', error, (ctx) => {
    refuseOtherPerson(ctx);
    return Check.NO_NEED_TO_PROMPT;
  });
  const login = policy.get('login');
  login?.checks.remove('id_token_hint');
  login?.checks.add(hinted);
  login?.checks.add(answered);
  return policy;
}

/** By a login that just ended, or by the session, whose grant then has a name. */
function isAnswered({ oidc }: KoaContextWithOIDC): boolean {
  return oidc.result?.login !== undefined || oidc.entities.Grant?.jti !== undefined;
}

/** The library would ask for another login, again and again, without a word why. */
function refuseOtherPerson({ oidc }: KoaContextWithOIDC): void {
  const hinted = hintedSubject(oidc);
  if (hinted === undefined || oidc.result?.login === undefined) return;
  if (oidc.result.login.accountId === hinted) return;
  throw libraryError(INTERRUPTED_LOGINS['login-of-other-person']);
}

interface Deps {
  readonly provider: Provider;
  readonly currentLogins: CurrentLogins;
}

/**
 * Where a login goes on when it has ended. One that has not ended goes back to its page: the library would
 * begin another one and leave its order with the eID. A fault on the way keeps the cookies, so that loading
 * the page again can go on.
 */
export function unfinishedLogin({ provider, currentLogins }: Deps): Middleware {
  const cookie = provider.cookieName('resume');

  return async (ctx: Context, next: Next) => {
    const id = RESUME.exec(ctx.path)?.[1];
    if (id === undefined) return next();
    forgetOtherLogin(ctx, id);
    const login = await currentLogins.findOnce(ctx, id);
    const interaction = login && interactionOf(provider, login.payload);
    if (interaction !== undefined && interaction.result === undefined) {
      ctx.redirect(`/login/${id}`);
      return undefined;
    }
    await next();
    if (ctx.status >= 500) ctx.remove('Set-Cookie');
    return undefined;
  };

  /** The library resumes the login of the cookie, whatever the path says: without the cookie it refuses to. */
  function forgetOtherLogin(ctx: Context, id: string): void {
    if (ctx.cookies.get(cookie) === id) return;
    ctx.req.headers.cookie = withoutCookie(ctx.req.headers.cookie, cookie);
  }
}
