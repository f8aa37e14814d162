import type { Context, Middleware, Next } from 'koa';
import Provider, { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { RESUME } from '../endpoints.ts';
import { INTERRUPTED_LOGINS } from '../errors/entries/interrupted-logins.ts';
import { libraryError } from '../errors/oauth-errors.ts';
import { withoutCookie } from '../sessions/fresh-session.ts';
import { idTokenHintSubject } from '../sessions/sessions.ts';
import { type CurrentLogins, interactionOf } from './login-adapter.ts';

/** Prompts of the product that require a login and nothing else: only an eID that stores consents would act on them. */
const OTHER_PROMPTS = ['consent', 'consent_revoke'] as const;

/**
 * Every authorization request needs its own login with its eID, or a session that answers it. There is no consent
 * page.
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
  const namedSubject = new Check('id_token_hint', 'another person logged in', error, (ctx) => {
    refuseOtherPerson(ctx);
    return Check.NO_NEED_TO_PROMPT;
  });
  const login = policy.get('login');
  login?.checks.remove('id_token_hint');
  login?.checks.add(namedSubject);
  login?.checks.add(answered);
  return policy;
}

/** True after a login that just ended, and for a session's grant, which then has an id. */
function isAnswered({ oidc }: KoaContextWithOIDC): boolean {
  return oidc.result?.login !== undefined || oidc.entities.Grant?.jti !== undefined;
}

/** The library would start another login, again and again, without an error. */
function refuseOtherPerson({ oidc }: KoaContextWithOIDC): void {
  const namedSubject = idTokenHintSubject(oidc);
  if (namedSubject === undefined || oidc.result?.login === undefined) return;
  if (oidc.result.login.accountId === namedSubject) return;
  throw libraryError(INTERRUPTED_LOGINS['login-of-other-person']);
}

interface Deps {
  readonly provider: Provider;
  readonly currentLogins: CurrentLogins;
}

/**
 * Serves the resume URL of a login. A login that has not ended returns to its page: the library would begin another
 * one and leave the order open at the eID. After a fault the browser keeps its cookies, so that a reload continues.
 */
export function unfinishedLogin({ provider, currentLogins }: Deps): Middleware {
  const cookie = provider.cookieName('resume');

  return async (ctx: Context, next: Next) => {
    const id = RESUME.exec(ctx.path)?.[1];
    if (id === undefined) return next();
    forgetOtherLogin(ctx, id);
    const login = await currentLogins.loadOnce(ctx, id);
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
