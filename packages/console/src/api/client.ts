import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from '../generated/api-schema.d.ts';
import { ApiProblem } from './api-problem.ts';

/** The typed client of the management API. It knows the paths of the API's description and no others. */
export const api = createClient<paths>({ baseUrl: '/', credentials: 'same-origin' });

const problems: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return undefined;
    if (response.status === 401) return leaveToLogin(response);
    throw new ApiProblem(response.status, await response.json().catch(() => undefined));
  },
};
api.use(problems);

/** The answer's body. Anything but success was thrown before. */
export async function bodyOf<Body>(answer: Promise<{ data?: Body }>): Promise<Body> {
  const { data } = await answer;
  if (data === undefined) throw new Error('The service answered without a body.');
  return data;
}

/** An object, and the tag of the version that was read. */
export interface Versioned<Body> {
  readonly value: Body;
  readonly etag: string | undefined;
}

/** The answer's body with its entity tag, which a later write sends as `If-Match`. */
export async function versionedBodyOf<Body>(
  answer: Promise<{ data?: Body; response: Response }>,
): Promise<Versioned<Body>> {
  const { data, response } = await answer;
  if (data === undefined) throw new Error('The service answered without a body.');
  return { value: data, etag: response.headers.get('etag') ?? undefined };
}

/** The page leaves for the login and comes back to the same place; drafts are in the session storage. */
function leaveToLogin(response: Response): Promise<never> {
  const challenge = response.headers.get('www-authenticate') ?? '';
  const returnTo = `${location.pathname}${location.search}`;
  const query = new URLSearchParams({ return: returnTo });
  if (challenge.includes('insufficient_user_authentication')) query.set('fresh', '1');
  location.assign(`/login?${query}`);
  return new Promise(() => {});
}
