import { type Acr, parseAcr } from '../../domain/acr.ts';
import type { Device } from '../../domain/authentication.ts';
import type { Identity } from '../../domain/identity.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Artifacts } from '../../ports/artifacts.ts';

/** The login that began a session: what the person need not prove again while it lasts. */
export interface RememberedLogin {
  /** Of the attempt in which the eID vouched. */
  readonly authenticationId: string;
  readonly acr: Acr;
  /** Where the person used the eID; whatever is not known counts as another device. */
  readonly device: Device | undefined;
  /** When the eID vouched. */
  readonly at: Date;
  /** Without evidence and risk: these describe one use of the eID. */
  readonly identity: Identity;
}

/** One browser session on one domain. */
export interface SessionName {
  readonly domain: Domain;
  readonly id: string;
}

/** What sessions remember. Without it a session answers nothing, whatever else is left of it. */
export interface RememberedLogins {
  keep(session: SessionName, login: RememberedLogin, until: Date): Promise<void>;
  /** Undefined when it was forgotten, or there never was one; an expired one may still come. */
  of(session: SessionName): Promise<RememberedLogin | undefined>;
  forget(session: SessionName): Promise<void>;
}

const KIND = 'remembered-login';

/** Remembered logins are artifacts: sealed, and gone when the session is over. */
export function rememberedLogins({
  artifacts,
}: {
  readonly artifacts: Artifacts;
}): RememberedLogins {
  return {
    async keep(session, { authenticationId, acr, device, at, identity }, until) {
      const payload = {
        authenticationId,
        acr,
        device: device ?? null,
        at: at.toISOString(),
        identity: { ...identity },
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

function loginIn({ authenticationId, acr, device, at, identity }: JsonObject): RememberedLogin {
  const known = parseAcr(String(acr));
  if (known === undefined) throw new Error('a remembered login has no acr');
  return {
    authenticationId: String(authenticationId),
    acr: known,
    device: device === 'same' ? 'same' : 'other',
    at: new Date(String(at)),
    // What `keep` wrote, sealed ever since.
    identity: identity as unknown as Identity,
  };
}
