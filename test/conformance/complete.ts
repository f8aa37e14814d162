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
  type Begun,
  begin,
  type ClientConnection,
  newPerson,
  type Person,
  type RelyingParty,
  type Variant,
  visit,
} from './relying-party.ts';

/** What a login brought. */
export interface Completed {
  /** The ID token's claims: of the token endpoint, or of the redirect where there is no other. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Those of the ID token that came with the redirect. */
  readonly front: Readonly<Record<string, unknown>> | undefined;
  readonly idToken: string;
  readonly accessToken: string | undefined;
  /** What the userinfo endpoint says; without an access token the ID token's claims. */
  readonly person: Readonly<Record<string, unknown>>;
  readonly code: string | undefined;
  readonly requested: boolean;
}

/** One login, from the request to userinfo, with every check that the suite makes of each of them. */
export async function logIn(
  broker: ConformanceBroker,
  queueKey: RelyingParty,
  options: {
    readonly person?: Person;
    readonly extra?: Readonly<Record<string, string | undefined>>;
  } = {},
): Promise<Completed> {
  const { person = newPerson(), extra = {} } = options;
  const begun = begin(queueKey, extra);
  return complete(queueKey, begun, await visit(broker, begun, person));
}

/** Takes the answer as an application does. */
export async function complete(
  queueKey: RelyingParty,
  begun: Begun,
  connection: ClientConnection,
  pkceCodeVerifier?: string,
): Promise<Completed> {
  const { answer, parameters, page, requested } = connection;
  if (answer === undefined) throw new Error(`no answer: ${page?.status} ${page?.text}`);
  checkTransport(queueKey.variant, answer);
  if (queueKey.variant.responseType === 'id_token') return implicit(queueKey, begun, connection);

  const checks = {
    expectedState: begun.state,
    idTokenExpected: true,
    ...(begun.nonce !== undefined && { expectedNonce: begun.nonce }),
    ...(begun.maxAge !== undefined && { maxAge: begun.maxAge }),
    ...(pkceCodeVerifier !== undefined && { pkceCodeVerifier }),
  };
  const tokens = await oidc.authorizationCodeGrant(queueKey.config, answer, checks);
  checkCode(parameters.code);
  checkTokenAnswer(queueKey.recorded.filter(({ url }) => url.endsWith('/oauth2/token')).at(-1));
  checkAccessToken(tokens.access_token);
  const claims = { ...tokens.claims() } as Completed['claims'];
  checkIdToken(tokens.id_token ?? '', queueKey, begun);
  const front = parameters.id_token === undefined ? undefined : claimsOf(parameters.id_token);
  if (front !== undefined) checkFront(front, claims);
  const subject = String(claims.sub);
  const person = await oidc.fetchUserInfo(queueKey.config, tokens.access_token, subject);
  checkStandardClaims(person);
  return {
    claims,
    front,
    idToken: tokens.id_token ?? '',
    accessToken: tokens.access_token,
    person,
    code: parameters.code,
    requested,
  };
}

/** The answer is an error: answers its parameters. */
export function refused(connection: ClientConnection): Readonly<Record<string, string>> {
  const { parameters, page } = connection;
  if (page !== undefined) throw new Error(`a page instead: ${page.status} ${page.text}`);
  if (parameters.error === undefined) throw new Error(`no error: ${Object.keys(parameters)}`);
  checkErrorText(parameters.error, parameters.error_description);
  return parameters;
}

async function implicit(
  queueKey: RelyingParty,
  begun: Begun,
  connection: ClientConnection,
): Promise<Completed> {
  const { answer, parameters, requested } = connection;
  const checks = {
    expectedState: begun.state,
    ...(begun.maxAge !== undefined && { maxAge: begun.maxAge }),
  };
  const claims = await oidc.implicitAuthentication(
    queueKey.config,
    answer ?? new URL('about:blank'),
    begun.nonce ?? '',
    checks,
  );
  const idToken = parameters.id_token ?? '';
  checkIdToken(idToken, queueKey, begun);
  checkStandardClaims(claims);
  const none = { accessToken: undefined, code: undefined };
  return { claims, front: claims, idToken, person: claims, ...none, requested };
}

/** Code alone comes in the query, an ID token never does; a form where the request asked for one. */
function checkTransport({ responseType, responseMode }: Variant, answer: URL | Request): void {
  const came = answer instanceof URL ? (answer.search === '' ? 'fragment' : 'query') : 'form_post';
  const byDefault = responseType === 'code' ? 'query' : 'fragment';
  if (came !== (responseMode ?? byDefault)) throw new Error(`the answer came by ${came}`);
}

function checkFront(front: Completed['claims'], back: Completed['claims']): void {
  if (front.sub !== back.sub) throw new Error('another sub in the front');
  if (typeof front.c_hash !== 'string') throw new Error('no c_hash beside a code');
}
