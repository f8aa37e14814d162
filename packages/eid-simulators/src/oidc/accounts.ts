import type { Account } from 'oidc-provider';
import type { Login } from '../world/login.ts';
import { ageOf, uuidOf } from '../world/persons.ts';
import type { Claims, LoginFacts, OidcProfile } from './profile.ts';

/** One login is one account of the library: its claims depend on the login. */
export function accountOf(
  login: Login | undefined,
  profile: OidcProfile,
  at: Date,
): Account | undefined {
  if (login?.decision?.kind !== 'approved') return undefined;
  const { person } = login.decision;
  const facts: LoginFacts = {
    person,
    age: ageOf(person, at),
    level: profile.assurance.words[login.level] ?? login.level,
    transactionId: uuidOf(login.id),
  };
  const { userinfo, namedClaims } = profile;
  // The login of a call begins before its scopes are known; the library releases those of its request.
  const scopes = login.scope === '' ? Object.keys(userinfo) : login.scope.split(' ');
  const granted = scopes.map((scope) => userinfo[scope] ?? {});
  const ofUserinfo: Claims = Object.assign({}, ...granted, namedClaims);
  const ofIdToken = { ...idTokenOf(profile), ...(profile.hasFullIdTokens && ofUserinfo) };
  return {
    accountId: login.id,
    claims: (use) => ({
      sub: profile.ciba === undefined ? login.id : subjectOf(login, profile),
      ...valuesOf(use === 'id_token' ? ofIdToken : ofUserinfo, facts),
    }),
  };
}

/** The same for every client: all clients of the simulator belong to one organisation. */
export function subjectOf(login: Login | undefined, profile: OidcProfile): string {
  if (login?.decision?.kind !== 'approved') throw new Error('the login was not approved');
  const { name, hasTransientSubject, subject } = profile;
  const { person } = login.decision;
  if (hasTransientSubject) return uuidOf(`${name} ${login.id}`);
  return subject?.(person) ?? uuidOf(`${name} ${person.uuid}`);
}

/** An ID token states the level in any case. */
export function idTokenOf({ idToken, assurance }: OidcProfile): Claims {
  const ofLevel = assurance.claims.map((name) => [name, (login: LoginFacts) => login.level]);
  return { ...idToken, ...Object.fromEntries(ofLevel) };
}

function valuesOf(claims: Claims, facts: LoginFacts): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, value(facts)]));
}
