import type { IdentifiedAuthentication } from '../../domain/authentication.ts';
import { SCOPES_OF_ONE_USE } from '../../domain/claims.ts';
import type { Identity } from '../../domain/identity.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import { sessionSeconds } from '../../domain/tenant.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';
import type { Clock, NewId, NewSupportCode } from '../../ports/runtime.ts';
import {
  makeLimitSilentLogins,
  rememberedLogins as openRememberedLogins,
  type SessionName,
} from './remembered-logins.ts';
import { makeResumeSession, type ResumeSession } from './resume-session.ts';

interface Deps {
  readonly artifacts: Artifacts;
  readonly authentications: Authentications;
  readonly rateLimits: RateLimits;
  readonly newId: NewId;
  readonly newSupportCode: NewSupportCode;
  readonly clock: Clock;
}

/** Single sign-on: one login with the eID answers later requests of the same browser, for a while. */
export interface SingleSignOn {
  /** Begins a session with this login. Does nothing where such a login begins none. */
  begin(session: SessionName, login: IdentifiedAuthentication): Promise<void>;
  readonly resume: ResumeSession;
  /** Ends the session on all replicas. */
  end(session: SessionName): Promise<void>;
}

/** A session lasts from the login with the eID on; its answers do not extend it. */
export function singleSignOn(deps: Deps): SingleSignOn {
  const rememberedLogins = openRememberedLogins(deps);
  const limitSilentLogins = makeLimitSilentLogins(deps);

  return {
    async begin(session, { id, acr, scope, device, progress }) {
      const lasts = sessionSeconds(session.domain, device);
      if (lasts === undefined) return;
      const { at } = progress;
      const identity = withoutClaimsOfOneUse(progress.identity);
      const login = { authenticationId: id, acr, scope, device, at, identity };
      await rememberedLogins.store(session, login, secondsAfter(at, lasts));
    },

    resume: makeResumeSession({ ...deps, rememberedLogins, limitSilentLogins }),
    end: (session) => rememberedLogins.forget(session),
  };
}

function withoutClaimsOfOneUse(identity: Identity): Identity {
  const scopedClaims = Object.fromEntries(
    Object.entries(identity.scopedClaims).filter(([scope]) => !SCOPES_OF_ONE_USE.includes(scope)),
  );
  return { ...identity, scopedClaims };
}
