import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

import { Router } from '@koa/router';
import type { Context } from 'koa';

import { Refusal } from '../shared/refusal.ts';
import { personsOf } from '../world/persons.ts';
import type { World } from '../world/world.ts';
import { messageHtml, waitingHtml } from './person-html.ts';

const ASSETS: Readonly<Record<string, string>> = {
  'wait.js': 'text/javascript; charset=utf-8',
  'person.css': 'text/css; charset=utf-8',
};

const MAX_FORM_BYTES = 1024;

/** The headers of every page of a person. A form's origin is sent only with a referrer for the own pages. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
};

/** The page that lists what waits for a person at any eID, and decides it. */
export function waitingPage(world: World): Router {
  const router = new Router();

  router.get('/waiting', (context) => {
    context.set(pageHeaders);
    context.body = waitingHtml(
      world.waiting().map((login) => {
        const { title, countries } = world.eid(login.profile);
        const persons = login.person ? [login.person] : countries.flatMap(personsOf);
        return { title, login, persons };
      }),
    );
  });
  router.post('/waiting/:id', async (context) => {
    const id = String(context.params.id);
    const form = await formOf(context);
    try {
      const login = world.waiting().find((each) => each.id === id);
      if (login === undefined) throw new Refusal('unknown_login', 'This login waits no more');
      const person = () => world.person(login.profile, form.get('person') ?? '');
      if (form.get('decision') !== 'approve') world.decide(id, { kind: 'aborted' });
      else world.decide(id, { kind: 'approved', person: person() });
      context.redirect('/waiting');
      context.status = 303;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      context.set(pageHeaders);
      context.status = error.status;
      context.body = messageHtml(error.message);
    }
  });
  for (const [name, type] of Object.entries(ASSETS)) {
    router.get(`/assets/${name}`, async (context) => {
      context.body = await readFile(new URL(`./assets/${name}`, import.meta.url));
      context.type = type;
      context.set('X-Content-Type-Options', 'nosniff');
    });
  }
  return router;
}

/** The fields of a small form. */
export async function formOf(context: Context): Promise<URLSearchParams> {
  if ((context.request.length ?? Number.POSITIVE_INFINITY) > MAX_FORM_BYTES) context.throw(413);
  return new URLSearchParams(await text(context.req));
}
