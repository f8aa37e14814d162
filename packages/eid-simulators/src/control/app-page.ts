import { Router } from '@koa/router';
import type { Context } from 'koa';

import { Refusal } from '../shared/refusal.ts';
import type { Login } from '../world/login.ts';
import { personsOf } from '../world/persons.ts';
import type { OpenedLink, World } from '../world/world.ts';
import { loginHtml, messageHtml } from './person-html.ts';
import { formOf, pageHeaders } from './waiting-page.ts';

/**
 * An eID's app as a page. `/app/<eid>?…` opens a link, or the text of a QR code, and leads to `/app/<eid>/<login>`, where
 * the person decides.
 */
export function appPage(world: World): Router {
  const router = new Router({ prefix: '/app/:eid' });
  const opened = new Map<string, OpenedLink>();

  router.use(explainRefusals);
  router.get('/', async (context) => {
    const { name, openLink } = world.eid(String(context.params.eid));
    const link = await openLink?.(context.URL);
    if (link === undefined) throw new Refusal('unknown_login', 'The eID opens no links');
    opened.set(link.loginId, link);
    context.redirect(`/app/${name}/${link.loginId}`);
    context.status = 303;
  });
  router.get('/:id', (context) => {
    const login = loginOf(context);
    if (login.decision !== undefined) return leave(context, login);
    const { title, countries } = world.eid(login.profile);
    const persons = login.person ? [login.person] : countries.flatMap(personsOf);
    context.body = loginHtml({ title, login, persons });
  });
  router.get('/:id/state', (context) => {
    context.body = { state: loginOf(context).decision?.kind ?? 'pending' };
  });
  router.post('/:id', async (context) => {
    const { id, profile } = loginOf(context);
    const form = await formOf(context);
    const person = () => world.person(profile, form.get('person') ?? '');
    const isApproved = form.get('decision') === 'approve';
    leave(
      context,
      world.logins.decide(
        id,
        isApproved ? { kind: 'approved', person: person() } : { kind: 'aborted' },
      ),
    );
  });
  return router;

  /** Only a login whose link was opened. */
  function loginOf({ params }: Context): Login {
    const login = opened.has(String(params.id)) ? world.logins.find(String(params.id)) : undefined;
    if (login === undefined || login.profile !== params.eid) {
      throw new Refusal('unknown_login', 'No login waits behind this link');
    }
    return login;
  }

  function leave(context: Context, login: Login): void {
    const url = opened.get(login.id)?.returnUrl(login);
    if (url === undefined) {
      context.body = messageHtml('Done. Go back to the application.');
      return;
    }
    context.redirect(url);
    context.status = 303;
  }
}

async function explainRefusals(context: Context, next: () => Promise<unknown>): Promise<void> {
  context.set(pageHeaders);
  try {
    await next();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    context.status = error.status;
    context.body = messageHtml(error.message);
  }
}
