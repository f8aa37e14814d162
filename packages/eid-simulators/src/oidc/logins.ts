import type { Clock } from '../bankid/clock.ts';
import type { Person } from '../world/persons.ts';
import { Refusal } from './refusal.ts';

/** A login that reached the person's page. */
export interface Login {
  readonly id: string;
  /** The name of the eID's profile. */
  readonly profile: string;
  readonly clientId: string;
  /** The name of the application as registered. */
  readonly application: string;
  readonly scope: string;
  /** The text to approve, decoded. */
  readonly text?: string;
  /** The request's word for what the person does. */
  readonly action?: string;
  /** The request's word for the level, or the usual one. */
  readonly level: string;
  readonly startedAt: Date;
  readonly decision?: Decision;
}

/** The person's decision. It never changes. */
export type Decision =
  | { readonly kind: 'approved'; readonly person: Person }
  | { readonly kind: 'aborted' };

/** The logins of the last hours, in memory. */
export interface Logins {
  start(login: Omit<Login, 'startedAt' | 'decision'>): void;
  find(id: string): Login | undefined;
  /** Without a decision, oldest first. */
  pending(): readonly Login[];
  /** Decides all later logins of an eID when they start; undefined: each waits for its person. */
  script(profile: string, decision: Decision | undefined): void;
  /** @throws {Refusal} unknown_login, already_decided */
  decide(id: string, decision: Decision): Login;
}

/** Longer than any access token: userinfo needs the login. */
const KEPT_SECONDS = 4 * 60 * 60;

/** No logins yet. */
export function makeLogins(clock: Clock): Logins {
  const logins = new Map<string, Login>();
  const scripts = new Map<string, Decision>();

  return {
    start(login) {
      forgetOld();
      const decision = scripts.get(login.profile);
      logins.set(login.id, { ...login, startedAt: clock(), ...(decision && { decision }) });
    },
    script(profile, decision) {
      if (decision === undefined) scripts.delete(profile);
      else scripts.set(profile, decision);
    },
    find: (id) => logins.get(id),
    pending: () => [...logins.values()].filter(({ decision }) => decision === undefined),
    decide(id, decision) {
      const login = logins.get(id);
      if (login === undefined) throw new Refusal('unknown_login', 'No login has this id');
      if (login.decision !== undefined) {
        throw new Refusal('already_decided', `The login was ${login.decision.kind} already`);
      }
      const decided = { ...login, decision };
      logins.set(id, decided);
      return decided;
    },
  };

  /** The map is in the order of the starts. */
  function forgetOld(): void {
    const oldest = clock().getTime() - KEPT_SECONDS * 1000;
    for (const [id, { startedAt }] of logins) {
      if (startedAt.getTime() >= oldest) return;
      logins.delete(id);
    }
  }
}
