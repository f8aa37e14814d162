import { lifetimes, secondsAfter } from '../../../domain/lifetimes.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Artifacts } from '../../../ports/artifacts.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { NewId } from '../../../ports/ids.ts';

/** What a browser with cookies would hold of its login. */
export interface KeptLogin {
  /** The library's id of it. */
  readonly id: string;
  readonly clientId: string;
  /** As a Cookie header. */
  readonly cookies: string;
}

/** Logins of callers that keep no cookies. */
export interface KeptLogins {
  /** Answers the secret by which the caller gets at its login from then on. */
  keep(login: KeptLogin): Promise<string>;
  /** Undefined for a secret that nobody was given on this domain, and some time after the login. */
  find(secret: string): Promise<KeptLogin | undefined>;
}

interface Deps {
  readonly domain: Domain;
  readonly artifacts: Artifacts;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** Keeps them sealed, under a hash of the secret. */
export function keptLogins({ domain, artifacts, newId, clock }: Deps): KeptLogins {
  const kind = `${domain.issuer} EmbeddedLogin`;
  return {
    async keep(login) {
      const secret = newId();
      const expiresAt = secondsAfter(clock(), lifetimes.login);
      const payload = { ...login };
      await artifacts.put({ kind, id: secret, grantId: undefined, expiresAt, payload });
      return secret;
    },

    async find(secret) {
      const found = await artifacts.find(kind, secret);
      const { id, clientId, cookies } = found?.payload ?? {};
      if (typeof id !== 'string' || typeof clientId !== 'string') return undefined;
      return typeof cookies === 'string' ? { id, clientId, cookies } : undefined;
    },
  };
}
