import type { Acr } from '../../domain/acr.ts';
import type { IdentifiedAuthentication } from '../../domain/authentication.ts';
import { SCOPES_OF_ONE_USE } from '../../domain/claims.ts';
import { type EidOffer, isAtLeast } from '../../domain/eid-offer.ts';
import { type Intent, PLAIN_LOGIN } from '../../domain/intent.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { RefusalReason } from '../../domain/login-timeline.ts';
import { withFreeCode } from '../../domain/support-code.ts';
import { sessionSeconds } from '../../domain/tenant.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock, NewId, NewSupportCode } from '../../ports/runtime.ts';
import {
  type LimitSilentLogins,
  type RememberedLogin,
  type RememberedLogins,
  rememberedId,
  type SessionName,
} from './remembered-logins.ts';

interface Deps {
  readonly rememberedLogins: RememberedLogins;
  readonly authentications: Authentications;
  readonly limitSilentLogins: LimitSilentLogins;
  readonly newId: NewId;
  readonly newSupportCode: NewSupportCode;
  readonly clock: Clock;
}

/** A request that a session may answer without the person. */
export interface Resumption extends SessionRequest {
  readonly clientId: string;
  readonly idToken: 'full' | 'minimal';
  /** The person's pseudonym. */
  readonly subject: string;
  /** Gets the rule that forbids an answer, for the timeline. */
  readonly onRefused?: (reason: SessionRefusal) => void;
}

/** Answers a request from the session of its browser. */
export interface ResumeSession {
  /** A new attempt, identified from the start. Undefined when the person must log in, also beyond the limit. */
  (session: SessionName, resumption: Resumption): Promise<IdentifiedAuthentication | undefined>;
}

/** Each answer is an attempt of its own, so that each has its own code, grant and event. */
export function makeResumeSession(deps: Deps): ResumeSession {
  const { rememberedLogins, authentications, limitSilentLogins, newId, newSupportCode, clock } =
    deps;

  return async function resumeSession(session, resumption) {
    const { domain } = session;
    if (domain.singleSignOn === undefined) return undefined;
    const login = await rememberedLogins.of(session);
    if (login === undefined) return undefined;
    const now = clock();
    const lasts = sessionSeconds(domain, login.device);
    const refusal =
      lasts === undefined ? 'session-other-device' : whyNot(login, resumption, { now, lasts });
    const isRefused =
      refusal !== undefined || !(await limitSilentLogins(domain, resumption.subject));
    if (isRefused) {
      resumption.onRefused?.(refusal ?? 'session-limit');
      return undefined;
    }
    const authentication = authenticationOf(login, session, resumption);
    return withFreeCode(newSupportCode(), newSupportCode, async (supportCode) => {
      const identified = { ...authentication, supportCode };
      await authentications.createIdentified(identified);
      return identified;
    });
  };

  function authenticationOf(
    { authenticationId, at, identity }: RememberedLogin,
    { domain }: SessionName,
    { clientId, acr, scope, idToken }: Resumption,
  ): IdentifiedAuthentication {
    const { tenantId, issuer } = domain;
    const createdAt = clock();
    return {
      id: rememberedId(authenticationId, newId()),
      tenantId,
      issuer,
      clientId,
      acr,
      scope,
      idToken,
      channel: 'browser',
      loginId: undefined,
      intent: PLAIN_LOGIN,
      addressFrom: undefined,
      device: undefined,
      returnNonce: undefined,
      browserSecret: undefined,
      returned: undefined,
      createdAt,
      expiresAt: secondsAfter(createdAt, lifetimes.retention),
      consumedAt: undefined,
      progress: { state: 'identified', at, identity },
    };
  }
}

/** The parts of a request that decide whether a session may answer it. */
export interface SessionRequest {
  readonly acr: Acr;
  /** The eID of the acr value. */
  readonly offer: EidOffer;
  readonly intent: Intent;
  /** As granted. */
  readonly scope: readonly string[];
  /** The longest time since the person used the eID, in seconds; undefined: as long as the session lasts. */
  readonly maxAge: number | undefined;
}

/** The rules by which a session does not answer. */
export type SessionRefusal = Extract<RefusalReason, `session-${string}`>;

interface Times {
  readonly now: Date;
  readonly lasts: number;
}

/** True when the remembered login satisfies the request. */
export function mayAnswer(login: RememberedLogin, request: SessionRequest, times: Times): boolean {
  return whyNot(login, request, times) === undefined;
}

/**
 * The rule that the remembered login breaks; undefined when it satisfies the request. Some requests need the eID itself: an
 * action of the person (sign, approve, read a text), a directive of the eID. Data about one use of the eID (evidence, risk)
 * needs it, too. What no session could answer comes first.
 */
function whyNot(
  login: RememberedLogin,
  { acr, offer, intent, scope, maxAge }: SessionRequest,
  { now, lasts }: Times,
): SessionRefusal | undefined {
  if (offer.neverResumed === true) return 'session-never';
  if (scope.some((name) => SCOPES_OF_ONE_USE.includes(name))) return 'session-scope';
  if (!isPlain(intent)) return 'session-action';
  if (secondsAfter(login.at, lasts) <= now) return 'session-too-old';
  if (maxAge !== undefined && secondsAfter(login.at, maxAge) < now) return 'session-max-age';
  if (!satisfies(login.acr, acr, offer)) return 'session-other-eid';
  if (!isMeant(login, intent)) return 'session-other-person';
  const hasScope = offer.storedByScope.every(
    (name) => !scope.includes(name) || login.scope.includes(name),
  );
  return hasScope ? undefined : 'session-scope-not-kept';
}

/** The same acr value, or one that the eID's offer accepts in its place. The offer cannot accept a lower level. */
function satisfies(used: Acr, requested: Acr, { variants }: EidOffer): boolean {
  if (used === requested) return true;
  const [reached, wanted] = [used, requested].map((acr) => variants.find((one) => one.acr === acr));
  if (reached === undefined || wanted === undefined) return false;
  return wanted.satisfiedBy.includes(used) && isAtLeast(reached.level, wanted.level);
}

function isPlain({ kind, action, text, directives }: Intent): boolean {
  if (directives !== undefined) return false;
  return kind === 'authentication' && action === 'login' && text === undefined;
}

function isMeant({ identity }: RememberedLogin, { person }: Intent): boolean {
  return person === undefined || person === identity.nationalId;
}
