import * as oidc from 'openid-client';

import type { ConformanceBroker } from './conformance-broker.ts';
import {
  checkAccessToken,
  checkCode,
  checkErrorText,
  checkIdToken,
  checkStandardClaims,
  checkTokenAnswer,
  claimsOf,
} from './general-checks.ts';
import {
  type Arrival,
  type Begun,
  begin,
  newPerson,
  type Person,
  type RelyingParty,
  type Variant,
  visit,
} from './relying-party.ts';

/** The result of a login. */
export interface Completed {
  /** The ID token's claims: of the token endpoint, or without one of the redirect. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The claims of the ID token on the redirect. */
  readonly front: Readonly<Record<string, unknown>> | undefined;
  readonly idToken: string;
  readonly accessToken: string | undefined;
  /** The response of the userinfo endpoint; without an access token the ID token's claims. */
  readonly person: Readonly<Record<string, unknown>>;
  readonly code: string | undefined;
  readonly usedEid: boolean;
}

/** One login, from the request to userinfo, with all checks that the suite makes of each login. */
export async function logIn(
  broker: ConformanceBroker,
  rp: RelyingParty,
  options: {
    readonly person?: Person;
    readonly extra?: Readonly<Record<string, string | undefined>>;
  } = {},
): Promise<Completed> {
  const { person = newPerson(), extra = {} } = options;
  const begun = begin(rp, extra);
  return complete(rp, begun, await visit(broker, begun, person));
}

/** Processes the authorization response as an application does. */
export async function complete(
  rp: RelyingParty,
  begun: Begun,
  arrival: Arrival,
  pkceCodeVerifier?: string,
): Promise<Completed> {
  const { answer, parameters, page, usedEid } = arrival;
  if (answer === undefined) throw new Error(`no answer: ${page?.status} ${page?.text}`);
  checkTransport(rp.variant, answer);
  if (rp.variant.responseType === 'id_token') return implicit(rp, begun, arrival);

  const checks = {
    expectedState: begun.state,
    idTokenExpected: true,
    ...(begun.nonce !== undefined && { expectedNonce: begun.nonce }),
    ...(begun.maxAge !== undefined && { maxAge: begun.maxAge }),
    ...(pkceCodeVerifier !== undefined && { pkceCodeVerifier }),
  };
  const tokens = await oidc.authorizationCodeGrant(rp.config, answer, checks);
  checkCode(parameters.code);
  checkTokenAnswer(rp.recorded.filter(({ url }) => url.endsWith('/oauth2/token')).at(-1));
  checkAccessToken(tokens.access_token);
  const claims = { ...tokens.claims() } as Completed['claims'];
  checkIdToken(tokens.id_token ?? '', rp, begun);
  const front = parameters.id_token === undefined ? undefined : claimsOf(parameters.id_token);
  if (front !== undefined) checkFront(front, claims);
  const subject = String(claims.sub);
  const person = await oidc.fetchUserInfo(rp.config, tokens.access_token, subject);
  checkStandardClaims(person);
  return {
    claims,
    front,
    idToken: tokens.id_token ?? '',
    accessToken: tokens.access_token,
    person,
    code: parameters.code,
    usedEid,
  };
}

/** The parameters of an error response; throws when the response is none. */
export function refused(arrival: Arrival): Readonly<Record<string, string>> {
  const { parameters, page } = arrival;
  if (page !== undefined) throw new Error(`a page instead: ${page.status} ${page.text}`);
  if (parameters.error === undefined) throw new Error(`no error: ${Object.keys(parameters)}`);
  checkErrorText(parameters.error, parameters.error_description);
  return parameters;
}

async function implicit(rp: RelyingParty, begun: Begun, arrival: Arrival): Promise<Completed> {
  const { answer, parameters, usedEid } = arrival;
  const checks = {
    expectedState: begun.state,
    ...(begun.maxAge !== undefined && { maxAge: begun.maxAge }),
  };
  const claims = await oidc.implicitAuthentication(
    rp.config,
    answer ?? new URL('about:blank'),
    begun.nonce ?? '',
    checks,
  );
  const idToken = parameters.id_token ?? '';
  checkIdToken(idToken, rp, begun);
  checkStandardClaims(claims);
  const none = { accessToken: undefined, code: undefined };
  return { claims, front: claims, idToken, person: claims, ...none, usedEid };
}

/** The fragment carries ID tokens, the query a code alone; a requested form_post replaces both. */
function checkTransport({ responseType, responseMode }: Variant, answer: URL | Request): void {
  const came = answer instanceof URL ? (answer.search === '' ? 'fragment' : 'query') : 'form_post';
  const byDefault = responseType === 'code' ? 'query' : 'fragment';
  if (came !== (responseMode ?? byDefault)) throw new Error(`the answer came by ${came}`);
}

function checkFront(front: Completed['claims'], back: Completed['claims']): void {
  if (front.sub !== back.sub) throw new Error('another sub in the front');
  if (typeof front.c_hash !== 'string') throw new Error('no c_hash beside a code');
}
