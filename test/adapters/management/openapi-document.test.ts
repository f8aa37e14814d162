import { test } from '@jest/globals';

import { eidModules } from '../../../src/adapters/eid/registry.ts';
import { allRoutes, type RoutesDeps } from '../../../src/adapters/management/routes/all-routes.ts';
import { expectGenerated } from '../../support/generated-document.ts';

test('docs/management-api.openapi.json is the description that the API serves', async () => {
  // The description needs no store.
  const unused = {} as Omit<RoutesDeps, 'eids' | 'url' | 'version'>;
  const routes = allRoutes({
    ...unused,
    eids: eidModules,
    url: 'http://localhost:3002',
    version: '1',
  });
  const describe = routes.find(({ name }) => name === 'describe');
  // It reads nothing of the request.
  const answer = await describe?.handle({} as never);
  const document = new URL('../../../docs/management-api.openapi.json', import.meta.url);
  expectGenerated(document, `${JSON.stringify(answer?.body, undefined, 2)}\n`);
});
