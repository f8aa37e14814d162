import type { Refusal } from './explain-refusal.ts';
import type { LoginChoice, PendingLogin } from './login-choice.ts';
import type { Proof } from './relying-party.ts';

/** The result of a browser's last login. */
export type Outcome =
  | { readonly kind: 'proof'; readonly proof: Proof }
  | { readonly kind: 'refusal'; readonly refusal: Refusal; readonly choice: LoginChoice };

/** The state of one browser. */
export interface Session {
  remember(pending: PendingLogin): void;
  /** The pending login of this state; it is returned once. */
  take(state: string): PendingLogin | undefined;
  outcome: Outcome | undefined;
}

/** Sessions in memory, limited in number; a restart deletes them. */
export interface Sessions {
  /** The session with this id, which counts as used now. */
  find(id: string | undefined): Session | undefined;
  create(id: string): Session;
  /** Gives the session another id. */
  rename(session: Session, ids: { readonly from: string; readonly to: string }): void;
  forget(id: string | undefined): void;
}

const MAX_SESSIONS = 500;
/** Parallel logins in tabs of one browser. */
const MAX_PENDING = 10;

/** An empty store. */
export function makeSessions(most = MAX_SESSIONS): Sessions {
  const sessions = new Map<string, Session>();
  return {
    find(id = '') {
      const session = sessions.get(id);
      if (session !== undefined) keepNewest(sessions, [id, session], most);
      return session;
    },
    create(id) {
      const session = makeSession();
      keepNewest(sessions, [id, session], most);
      return session;
    },
    rename(session, { from, to }) {
      sessions.delete(from);
      keepNewest(sessions, [to, session], most);
    },
    forget(id = '') {
      sessions.delete(id);
    },
  };
}

function makeSession(): Session {
  const logins = new Map<string, PendingLogin>();
  return {
    outcome: undefined,
    remember: (pending) => keepNewest(logins, [pending.state, pending], MAX_PENDING),
    take(state) {
      const pending = logins.get(state);
      logins.delete(state);
      return pending;
    },
  };
}

/** Maps keep the order of insertion: the first one is the least recently used. */
function keepNewest<T>(map: Map<string, T>, [key, value]: [string, T], most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
