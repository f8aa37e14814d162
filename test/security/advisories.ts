import { type Place, placeOf } from './attack-list.ts';

/** A weakness of a similar product that the list does not cover. */
export interface Advisory {
  readonly lesson: string;
  readonly tests: readonly Place[];
  /** The reason why the weakness is impossible here, or a measure besides the tests. */
  readonly note: string | undefined;
}

/** Weaknesses of other products that no number of the list covers. */
export const ADVISORIES: readonly Advisory[] = [
  learnt([
    'a framework that reads the host or the referring page from headers (Koa)',
    'e2e/discovery: of a trusted proxy do not choose the tenant',
    'e2e/discovery: is overridden by a host in the request line, which must also be ours',
    "security/framework: no adapter uses the framework's properties for the host, the protocol or the way back",
  ]),
  learnt([
    'a redirect URI, also that of a logout, that matches by its beginning, by a wildcard or after decoding (Keycloak, Zitadel)',
    'config/file/redirect-uri: refuses %s',
    'e2e/logout: the redirect URI of a logout',
    'e2e/attacks-browser: a path that only resembles one of ours is not found',
  ]),
  learnt([
    'a page that approves by a guessable or public URL (Dex)',
    'e2e/authorization-requests: is not accessible to another browser',
    'adapters/http/login/login-pages: refuses a form of another site (%j)',
  ]),
  learnt([
    'a code for a response with unsigned cookies (Dex)',
    'e2e/single-sign-on: has no session without the cookie or with a changed one',
  ]),
  learnt([
    'a state or nonce of one eID that is valid for another eID (Auth.js, Keycloak)',
    'e2e/same-device: refuses the nonce of another login in the same browser',
    'adapters/eid/se-bankid/eid: does not identify the person when it is of another order',
    'e2e/mitid-faults: at the callback of another eID is unverified, and redeems nothing',
  ]),
  learnt([
    'an application that uses up the `jti` of another, because client_id and `jti` are joined without a separator',
    'e2e/client-assertions: for each client, even if client_id and jti together are equal',
    'e2e/client-assertions: for each tenant',
    'e2e/client-authentication: and shares used assertions with the other endpoints',
  ]),
  learnt([
    'an open redirector through a faulty check of own URLs (Duende)',
    'e2e/logout: the redirect URI of a logout',
    'e2e/exact-paths: an endpoint has exactly one path',
  ]),
  learnt(
    [
      'readable parameters of a pushed request in a cookie (Keycloak)',
      'e2e/attacks-browser: is in no page, cookie, URL or log, and is encrypted in the database',
    ],
    'cookies hold ids and their signatures; the parameters are encrypted in the database',
  ),
];

function learnt([lesson, ...places]: readonly [string, ...string[]], note?: string): Advisory {
  return { lesson, tests: places.map(placeOf), note };
}
