import { setTimeout as sleep } from 'node:timers/promises';

import type { Clock } from '../shared/clock.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Decision, Login } from './login.ts';
import { makeScripts, type Script } from './scripts.ts';

/** The logins of the last hours, in memory. */
export interface Logins {
  start(login: Omit<Login, 'startedAt' | 'decision'>): void;
  /** With its decision, also one of a script that is due. */
  find(id: string): Login | undefined;
  /** Without a decision, oldest first. */
  pending(): readonly Login[];
  /** Decides later logins of an eID. */
  script(profile: string, script: Script): void;
  /** @throws {Refusal} unknown_login, already_decided, wrong_person */
  decide(id: string, decision: Decision): Login;
  /**
   * The login as soon as it is decided; undecided after this much real time, or at the signal. Undefined when it is
   * unknown. For long polls.
   */
  decided(id: string, milliseconds: number, signal?: AbortSignal): Promise<Login | undefined>;
}

/** Longer than any access token: userinfo needs the login. */
const KEPT_SECONDS = 4 * 60 * 60;
const LOOK_EVERY_MS = 25;

/** No logins yet. */
export function makeLogins(clock: Clock): Logins {
  const logins = new Map<string, Login>();
  const scripts = makeScripts();

  function find(id: string): Login | undefined {
    const login = logins.get(id);
    if (login === undefined || login.decision !== undefined) return login;
    const decision = scripts.decisionOf(login, clock());
    return decision === undefined ? login : store({ ...login, decision });
  }

  function store(login: Login): Login {
    logins.set(login.id, login);
    return login;
  }

  return {
    start(login) {
      forgetOld();
      store({ ...login, startedAt: clock() });
    },
    script: scripts.set,
    find,
    pending: () =>
      [...logins.keys()]
        .map(find)
        .filter((login) => login !== undefined && login.decision === undefined) as Login[],
    decide(id, decision) {
      const login = find(id);
      if (login === undefined) throw new Refusal('unknown_login', 'No login has this id');
      if (login.decision !== undefined) {
        throw new Refusal('already_decided', `The login was ${login.decision.kind} already`);
      }
      const isOther = decision.kind === 'approved' && decision.person.id !== login.person?.id;
      if (login.person !== undefined && isOther) {
        throw new Refusal('wrong_person', 'The login is for another person');
      }
      return store({ ...login, decision });
    },
    async decided(id, milliseconds, signal) {
      const end = performance.now() + milliseconds;
      for (;;) {
        const login = find(id);
        const left = end - performance.now();
        const isOver = left <= 0 || signal?.aborted === true;
        if (login === undefined || login.decision !== undefined || isOver) return login;
        await sleep(Math.min(LOOK_EVERY_MS, left));
      }
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
