import type { IdentifiedAuthentication } from '../../domain/authentication.ts';
import { PLAIN_LOGIN } from '../../domain/intent.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import { sessionSeconds } from '../../domain/tenant.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NewId } from '../../ports/ids.ts';
import type { LimitReuse } from './limit-reuse.ts';
import { mayAnswer, type SessionRequest } from './may-answer.ts';
import { rememberedId } from './remembered-id.ts';
import type { RememberedLogin, RememberedLogins, SessionName } from './remembered-logins.ts';

interface Deps {
  readonly rememberedLogins: RememberedLogins;
  readonly authentications: Authentications;
  readonly limitReuse: LimitReuse;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** A request that a session may answer without the person. */
export interface Resumption extends SessionRequest {
  readonly clientId: string;
  readonly idToken: 'full' | 'minimal';
  /** The person's pseudonym. */
  readonly subject: string;
}

/** Answers a request from the session of its browser. */
export interface ResumeSession {
  /** A new attempt, identified from the start. Undefined when the person must log in, also beyond `LimitReuse`. */
  (session: SessionName, resumption: Resumption): Promise<IdentifiedAuthentication | undefined>;
}

/** Resume: each answer is an attempt of its own, so that each has its own code, grant and event. */
export function makeResumeSession(deps: Deps): ResumeSession {
  const { rememberedLogins, authentications, limitReuse, newId, clock } = deps;

  return async function resumeSession(session, resumption) {
    const { domain } = session;
    if (domain.singleSignOn === undefined) return undefined;
    const login = await rememberedLogins.of(session);
    if (login === undefined) return undefined;
    const now = clock();
    const lasts = sessionSeconds(domain, login.device);
    if (lasts === undefined || !mayAnswer(login, resumption, { now, lasts })) return undefined;
    if (!(await limitReuse(domain, resumption.subject))) return undefined;
    const attempt = attemptOf(login, session, resumption);
    await authentications.adopt(attempt);
    return attempt;
  };

  function attemptOf(
    { authenticationId, at, identity }: RememberedLogin,
    { domain }: SessionName,
    { clientId, acr, scope, idToken }: Resumption,
  ): IdentifiedAuthentication {
    const { tenantId, issuer } = domain;
    const createdAt = clock();
    return {
      id: rememberedId(authenticationId, newId()),
      ...{ tenantId, issuer, clientId, acr, scope, idToken },
      door: 'browser',
      loginId: undefined,
      intent: PLAIN_LOGIN,
      addressFrom: undefined,
      device: undefined,
      returnNonce: undefined,
      browserSecret: undefined,
      returned: undefined,
      createdAt,
      expiresAt: secondsAfter(createdAt, lifetimes.retention),
      handedOutAt: undefined,
      progress: { state: 'identified', at, identity },
    };
  }
}
