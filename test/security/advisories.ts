import { type Place, placeOf } from './answers.ts';

/** What went wrong in a product of the same kind, beyond what the list asks. */
export interface Advisory {
  readonly lesson: string;
  readonly tests: readonly Place[];
  /** Why nothing of ours could go wrong that way, or what is there beside the tests. */
  readonly note: string | undefined;
}

/** Lessons of others that no number of the list holds. */
export const ADVISORIES: readonly Advisory[] = [
  learnt([
    'a framework that takes the host, or the way back, from headers (Koa)',
    'e2e/discovery: of our proxy do not choose the tenant',
    'e2e/discovery: gives way to a host in the request line, which has to be ours as well',
    'security/framework: nobody asks the framework where a request came from, or whither it goes back',
  ]),
  learnt([
    'a redirect URI, also that of a logout, that matches by its beginning, by a wildcard or after decoding (Keycloak, Zitadel)',
    'config/file/redirect-uri: refuses %s',
    'e2e/logout: where a logout may lead',
    'e2e/attacks-browser: an address that is nearly one of ours is none',
  ]),
  learnt([
    'a page that approves by an address which anybody can make, or open (Dex)',
    'e2e/authorization-requests: another browser finds no login under its URL',
    'adapters/http/login/login-pages: refuses a form of another site (%j)',
  ]),
  learnt([
    'a code by an answer whose cookies nobody signed (Dex)',
    'e2e/single-sign-on: without its cookie, or with one that was changed, is nobody',
  ]),
  learnt(
    [
      'what proves one way back counts for another eID, too (Auth.js, Keycloak)',
      'e2e/same-device: the nonce of one login is nothing to another one in the same browser',
      'adapters/eid/se-bankid/eid: of another order identifies nobody',
    ],
    'an eID that speaks OpenID Connect to us would have a state, a nonce and a verifier of its own in each attempt: there is none',
  ),
  learnt([
    'one application spends the `jti` of another, because both are joined without a mark between them',
    'e2e/client-assertions: for each client by itself: a + bX is not ab + X',
    'e2e/client-assertions: for each tenant by itself',
    'e2e/client-authentication: an assertion that was spent here is spent everywhere, and the other way round',
  ]),
  learnt([
    'an open redirector in the test whether an address is our own (Duende)',
    'e2e/logout: where a logout may lead',
    'e2e/exact-paths: an endpoint is found at its own path, and at no other spelling of it',
  ]),
  learnt(
    [
      'the parameters of a pushed request, readable in a cookie (Keycloak)',
      'e2e/attacks-browser: stands in no page, cookie, URL or log, and in the database nowhere in clear',
    ],
    'cookies hold ids and their signatures: what was asked stands in the database, sealed',
  ),
];

function learnt([lesson, ...places]: readonly [string, ...string[]], note?: string): Advisory {
  return { lesson, tests: places.map(placeOf), note };
}
