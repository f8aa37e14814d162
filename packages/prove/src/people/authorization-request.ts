import { createHash, randomBytes } from 'node:crypto';

import { type LoginKind, singleUse } from '../history/event.ts';
import { acrOf, type Login } from './login.ts';
import { loginText } from './phone-network.ts';
import type { Plan } from './plan.ts';
import { postForm } from './post-form.ts';
import { membersOf } from './read-answer.ts';
import { retryUntilAnswered } from './retry-until-answered.ts';

/** Where the application sends the browser. */
export interface AuthorizationRequest {
  readonly url: URL;
  readonly verifier: string | undefined;
  /** The single-use values that the login's end consumes. */
  readonly spends: readonly string[];
}

/** Builds the request; undefined when it could not be pushed. */
export async function authorizationRequest(
  login: Login,
): Promise<AuthorizationRequest | undefined> {
  const { plan, clients, issuer, canaries } = login;
  const verifier = plan.kind === 'pkce' ? randomBytes(32).toString('base64url') : undefined;
  if (verifier !== undefined) canaries.add(verifier);
  const url = new URL('/oauth2/authorize', issuer);
  const parameters = {
    client_id: plan.clientId,
    redirect_uri: clients.redirectUri,
    response_type: RESPONSE_TYPES[plan.kind] ?? 'code',
    scope: scopeOf(plan),
    acr_values: acrOf(plan),
    nonce: plan.nonce,
    state: plan.state,
    login_hint: loginHint(plan),
    ...(verifier !== undefined && {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),
  };
  if (plan.kind !== 'pushed') {
    url.search = new URLSearchParams(parameters).toString();
    return { url, verifier, spends: [] };
  }
  const pushed = await retryUntilAnswered(login, () =>
    postForm(login, { operation: 'push', path: '/oauth2/par', fields: parameters }),
  );
  const name = pushed && membersOf(pushed).request_uri;
  if (typeof name !== 'string') return undefined;
  url.search = new URLSearchParams({ client_id: plan.clientId, request_uri: name }).toString();
  return { url, verifier, spends: [singleUse('request-uri', name)] };
}

const RESPONSE_TYPES: Partial<Readonly<Record<LoginKind, string>>> = {
  hybrid: 'code id_token',
  implicit: 'id_token',
};

/** BankID releases the number always, MitID for a scope. */
function scopeOf({ kind, eid }: Plan): string {
  const scopes = ['openid', eid === 'dk-mitid' ? 'ssn' : '', kind === 'signing' ? 'evidence' : ''];
  return scopes.filter((scope) => scope !== '').join(' ');
}

/** The text that identifies the order at the eID, and the person, if named. */
function loginHint({ kind, login, names, person }: Plan): string {
  const text = Buffer.from(loginText(login)).toString('base64');
  const texts = [kind === 'signing' ? 'action:sign' : '', `message:${text}`];
  return [...texts, names ? `sub:ssn:${person}` : ''].filter((text) => text !== '').join(' ');
}
