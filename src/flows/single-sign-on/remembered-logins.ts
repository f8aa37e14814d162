import { type Acr, parseAcr } from '../../domain/acr.ts';
import type { Device } from '../../domain/authentication.ts';
import type { Identity } from '../../domain/identity.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Domain, DomainLimits } from '../../domain/tenant.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import type { Limit, RateLimits } from '../../ports/rate-limits.ts';
import type { Clock } from '../../ports/runtime.ts';

/** The login that began a session, which answers later requests. */
export interface RememberedLogin {
  /** The attempt in which the eID identified the person. */
  readonly authenticationId: string;
  readonly acr: Acr;
  /** The granted scopes of the login: an eID releases some claims only for a scope. */
  readonly scope: readonly string[];
  /** The device of the login; an unknown one counts as another device. */
  readonly device: Device | undefined;
  /** The moment of the identification. */
  readonly at: Date;
  /** Without evidence and risk: these describe one use of the eID. */
  readonly identity: Identity;
}

/** One browser session on one domain. */
export interface SessionName {
  readonly domain: Domain;
  readonly id: string;
}

/** The remembered logins of sessions. A session without one answers no request. */
export interface RememberedLogins {
  store(session: SessionName, login: RememberedLogin, until: Date): Promise<void>;
  /** Undefined when it was deleted, or there never was one; an expired one may be returned. */
  of(session: SessionName): Promise<RememberedLogin | undefined>;
  forget(session: SessionName): Promise<void>;
}

const KIND = 'remembered-login';

/** Remembered logins are artifacts: encrypted, and deleted after the session. */
export function rememberedLogins(deps: { readonly artifacts: Artifacts }): RememberedLogins {
  const { artifacts } = deps;
  return {
    async store(session, { authenticationId, acr, scope, device, at, identity }, until) {
      const payload = {
        authenticationId,
        acr,
        scope: [...scope],
        device: device ?? null,
        at: at.toISOString(),
        identity: { ...identity, nationalId: identity.nationalId ?? null },
      };
      const { tenantId } = session.domain;
      const person = { tenantId, nationalId: identity.nationalId };
      const rest = { grantId: undefined, expiresAt: until, payload, person };
      await artifacts.put({ kind: KIND, id: idOf(session), ...rest });
    },

    async of(session) {
      const found = await artifacts.find(KIND, idOf(session));
      return found && loginIn(found.payload);
    },

    forget: (session) => artifacts.remove(KIND, idOf(session)),
  };
}

function idOf({ domain, id }: SessionName): string {
  return `${domain.issuer} ${id}`;
}

function loginIn(payload: JsonObject): RememberedLogin {
  const { authenticationId, acr, scope, device, at, identity } = payload;
  const known = parseAcr(String(acr));
  if (known === undefined) throw new Error('a remembered login has no acr');
  return {
    authenticationId: String(authenticationId),
    acr: known,
    scope: Array.isArray(scope) ? scope.map(String) : [],
    device: device === 'same' ? 'same' : 'other',
    at: new Date(String(at)),
    // Only `store` writes it, and nobody could change it: it was encrypted.
    identity: identityIn(identity as unknown as StoredIdentity),
  };
}

/** As `store` wrote it; it was encrypted since. */
interface StoredIdentity extends Omit<Identity, 'nationalId'> {
  readonly nationalId: string | null;
}

function identityIn({ nationalId, ...identity }: StoredIdentity): Identity {
  return { ...identity, nationalId: nationalId ?? undefined };
}

/** No id of ours contains it. */
const SEPARATOR = '.';

/** The id of an attempt that a session answers: it names the login that began the session. */
export function rememberedId(first: string, newId: string): string {
  return `${first}${SEPARATOR}${newId}`;
}

/** The login that began the session of this attempt; the attempt itself when no session answered it. */
export function firstLoginOf(id: string): string {
  return id.split(SEPARATOR)[0] ?? id;
}

interface Deps {
  readonly rateLimits: RateLimits;
  readonly clock: Clock;
}

/** Limits silent logins, so that a page that repeats its request in a loop is stopped. */
export interface LimitSilentLogins {
  /** Takes one use; false when there is none left. */
  (domain: Domain, subject: string): Promise<boolean>;
}

/** Limits, for one person on one domain, how often sessions answer. The session itself stays. */
export function makeLimitSilentLogins({ rateLimits, clock }: Deps): LimitSilentLogins {
  return async function limitSilentLogins({ issuer, limits }, subject) {
    const uses = limitsOf(limits).map((limit) => {
      const key = `single-sign-on:${JSON.stringify([issuer, subject, limit.seconds])}`;
      return { key, limit };
    });
    return (await rateLimits.take(uses, clock())).isTaken;
  };
}

/** A use that one limit refuses counts for neither. */
function limitsOf({ silentAnswersPerPerson }: DomainLimits): readonly Limit[] {
  return [
    { most: 2, seconds: 5 },
    { most: silentAnswersPerPerson, seconds: 20 * 60 },
  ];
}
