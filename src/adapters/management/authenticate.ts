import type { Principal } from '../../domain/administrator.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import { IDLE_SECONDS } from '../../management/administrators/enter-console.ts';
import type { ApiTokens, ManagementSessions } from '../../ports/administrators.ts';
import type { AuthenticationIdOf, Clock } from '../../ports/runtime.ts';
import type { SessionCookies } from './session-cookies.ts';

interface Deps {
  /** The origin under which browsers reach the listener. */
  readonly url: string;
  readonly cookies: Pick<SessionCookies, 'session'>;
  readonly sessions: Pick<ManagementSessions, 'find'>;
  readonly tokens: Pick<ApiTokens, 'find'>;
  /** SHA-256, base64url. */
  readonly hashOf: AuthenticationIdOf;
  readonly clock: Clock;
}

/** The parts of a request that say who calls. */
interface Caller {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The token of `Authorization: Bearer`. */
  readonly bearer: string | undefined;
}

const TOKEN = /^ebt_[\w-]{43}$/;
const READS = ['GET', 'HEAD'];

/**
 * Finds who calls: by a bearer token if there is one, else by the cookie of a session. Both are found by their hash, so the
 * time of a comparison reveals nothing about the secret.
 */
export function makeAuthenticate(deps: Deps): (caller: Caller) => Promise<Principal | undefined> {
  const { url, cookies, sessions, tokens, hashOf, clock } = deps;
  return async function authenticate({ method, headers, bearer }) {
    const now = clock();
    if (bearer !== undefined) {
      return TOKEN.test(bearer) ? tokens.find(hashOf(bearer), now) : undefined;
    }
    const value = cookies.session.read(text(headers.cookie));
    if (value === undefined || !isFromOwnPage(method, headers, url)) return undefined;
    const idleSince = secondsAfter(now, -IDLE_SECONDS);
    return sessions.find(hashOf(value), { now, idleSince });
  };
}

/**
 * A cookie counts only in a request that a page of ours caused, or (a read) the person's address bar. A browser without
 * Fetch Metadata must send the origin of a write.
 */
function isFromOwnPage(method: string, headers: Caller['headers'], url: string): boolean {
  const [site, origin] = [text(headers['sec-fetch-site']), text(headers.origin)];
  if (origin !== undefined && origin !== url) return false;
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && isRead(method));
  return isRead(method) || origin === url;
}

function isRead(method: string): boolean {
  return READS.includes(method);
}

function text(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join('; ');
}
