import type { IncomingMessage, ServerResponse } from 'node:http';

import { expect, test } from '@jest/globals';
import supertest from 'supertest';

import { makeDomainHandler } from '../../../src/adapters/http/domain-handler.ts';

function siteWith(onFault: (cause: unknown) => void) {
  const domainHandler = makeDomainHandler({
    provider: async (_req, res) => void res.end('provider'),
    pages: (ctx, next) => {
      if (!ctx.path.startsWith('/login/') && !ctx.path.startsWith('/assets/')) return next();
      if (ctx.path === '/login/broken') throw new Error('broken');
      ctx.body = 'pages';
      return undefined;
    },
    errorExplanations: (ctx, next) => {
      if (!ctx.path.startsWith('/errors/')) return next();
      ctx.body = 'error pages';
      return undefined;
    },
    rootPage: (ctx) => {
      ctx.body = 'root page';
    },
    frame: { environment: 'test' },
    onFault,
  });
  // Nothing here reads the admission.
  return supertest(
    (req: IncomingMessage, res: ServerResponse) => void domainHandler(req, res, undefined as never),
  );
}

test.each([
  ['/login/x', 'pages'],
  ['/assets/x', 'pages'],
  ['/errors/x', 'error pages'],
  ['/', 'root page'],
  ['/?lang=sv', 'root page'],
  ['/index.html', 'provider'],
  ['/loginx', 'provider'],
  ['/oauth2/token', 'provider'],
])('%s is served by the %s', async (path, by) => {
  await siteWith(() => {})
    .get(path)
    .expect(200, by);
});

test('a fault of a page is reported to the listener', async () => {
  const faults: unknown[] = [];
  await siteWith((cause) => faults.push(cause))
    .get('/login/broken')
    .expect(500);
  expect(faults).toEqual([new Error('broken')]);
});
