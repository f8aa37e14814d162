import { Router } from '@koa/router';
import Koa, { type Context, type Next } from 'koa';
import type Provider from 'oidc-provider';

import { loginHtml, messageHtml } from '../control/person-html.ts';
import { formOf, pageHeaders } from '../control/waiting-page.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Decision, Login } from '../world/login.ts';
import type { Logins } from '../world/logins.ts';
import { type Person, personsOf } from '../world/persons.ts';
import type { OidcProfile } from './profile.ts';

interface Deps {
  readonly profile: OidcProfile;
  readonly provider: Provider;
  readonly logins: Logins;
}

/** The page of the person in the browser of the login, below the issuer: `/login/<id>`. */
export function makePersonPage(deps: Deps): Koa {
  const { profile, provider, logins } = deps;
  const persons = personsOf(profile.country);
  const router = new Router();

  router.get('/login/:id', async (context) => {
    const login = await loginOf(context);
    if (login.decision !== undefined) return continueTo(context, login);
    context.body = loginHtml({ title: profile.title, login, persons });
  });
  router.post('/login/:id', async (context) => {
    const login = await loginOf(context);
    if (login.decision !== undefined) return continueTo(context, login);
    const form = await formOf(context);
    const decided =
      form.get('decision') === 'approve'
        ? logins.decide(login.id, { kind: 'approved', person: personOf(form.get('person')) })
        : logins.decide(login.id, { kind: 'aborted' });
    return continueTo(context, decided);
  });
  router.get('/login/:id/state', async (context) => {
    const { decision } = await loginOf(context);
    context.body = { state: decision?.kind ?? 'pending' };
  });

  const app = new Koa();
  app.use(explainRefusals);
  app.use(router.routes());
  return app;

  /** Only the browser of the login has its cookie. */
  async function loginOf({ req, res, params }: Context): Promise<Login> {
    const { uid } = await provider.interactionDetails(req, res);
    const login = uid === params.id ? logins.find(uid) : undefined;
    if (login === undefined) throw new Refusal('unknown_login', 'This browser has no such login');
    return login;
  }

  function personOf(id: string | null): Person {
    const person = persons.find((each) => each.id === id);
    if (person === undefined) throw new Refusal('unknown_person', 'Choose a person');
    return person;
  }

  async function continueTo(context: Context, { id, level, decision }: Login): Promise<void> {
    const { assurance } = profile;
    // The library takes the claim acr from here only.
    const acr = assurance.words[level] ?? level;
    const result =
      decision?.kind === 'approved'
        ? { login: { accountId: id, acr, amr: [...assurance.amr], remember: false } }
        : errorOf(decision);
    const url = await provider.interactionResult(context.req, context.res, result);
    context.redirect(url);
    context.status = 303;
  }

  function errorOf(decision: Exclude<Decision, { readonly kind: 'approved' }> | undefined) {
    if (decision?.kind === 'failed') return { error: decision.word };
    return { error: profile.abort.error, error_description: profile.abort.description };
  }
}

/** Also for a login that the library does not know, or whose cookie is missing. */
async function explainRefusals(context: Context, next: Next): Promise<void> {
  context.set(pageHeaders);
  try {
    await next();
  } catch (error) {
    const isLost = (error as Error).name === 'SessionNotFound';
    if (!isLost && !(error instanceof Refusal)) throw error;
    context.status = 400;
    context.body = messageHtml(isLost ? 'This login has ended' : (error as Error).message);
  }
}
