import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from '../generated/api-schema.d.ts';
import { ApiProblem, Unreachable } from './api-problem.ts';
import { loginAgain } from './login-again.ts';

/** The typed client of the management API. It knows the paths of the API's description and no others. */
export const api = createClient<paths>({
  baseUrl: '/',
  credentials: 'same-origin',
  fetch: fetchLoggedIn,
});

const problems: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return undefined;
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

/** True once the service has answered this page: there is something on it that a login elsewhere would lose. */
let isInUse = false;

/**
 * Sends a request. When the service demands a login, the person logs in beside the page, and the request is repeated:
 * what was typed, chosen and opened stays. A page that shows nothing yet leaves for the login itself.
 */
async function fetchLoggedIn(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await fetch(request).catch((cause: unknown) => {
    throw new Unreachable(cause);
  });
  if (response.status !== 401) {
    isInUse ||= response.ok;
    return response;
  }
  if (!isInUse) return leaveToLogin();
  const challenge = response.headers.get('www-authenticate') ?? '';
  const isTooOld = challenge.includes('insufficient_user_authentication');
  const isLoggedIn = await loginAgain(isTooOld ? 'fresh' : 'over');
  return isLoggedIn ? fetchLoggedIn(again) : response;
}

/** The page leaves for the login and comes back to the same place. */
function leaveToLogin(): Promise<never> {
  const query = new URLSearchParams({ return: `${location.pathname}${location.search}` });
  location.assign(`/login?${query}`);
  return new Promise(() => {});
}
