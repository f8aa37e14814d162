import { defineRoute, type Route } from '../route.ts';
import { json } from './schemas.ts';

/** The description of the API itself. `document` makes it from all routes, this one included. */
export function descriptionRoute(document: () => object): Route {
  return defineRoute({
    name: 'describe',
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This description.',
    permission: 'public',
    answers: { 200: json('OpenAPI 3.1.', { type: 'object' }) },
    handle: async () => ({ status: 200, body: document() }),
  });
}
