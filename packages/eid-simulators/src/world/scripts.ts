import type { Decision, WaitingLogin } from './login.ts';
import type { Person } from './persons.ts';

/** What the persons of an eID do without being asked. */
export interface Script {
  /** Undefined: the login waits, as without a script. */
  readonly decision: Decision | undefined;
  /** Only for logins that name this person; a login that names nobody has no such script. */
  readonly person?: Person;
  /** How long the person hesitates, by the simulator's clock; 0 if absent. */
  readonly afterSeconds?: number;
}

/** The scripts of all eIDs. The latest that fits a login counts; one without a person replaces all others of the eID. */
export interface Scripts {
  set(profile: string, script: Script): void;
  /** The decision that is due at this time. */
  decisionOf(login: WaitingLogin, now: Date): Decision | undefined;
}

interface Entry extends Script {
  readonly profile: string;
}

/** No scripts yet. */
export function makeScripts(): Scripts {
  let entries: readonly Entry[] = [];
  return {
    set(profile, script) {
      const subject = subjectOf(script);
      const isReplaced = (entry: Entry) =>
        entry.profile === profile && (subject === undefined || subjectOf(entry) === subject);
      entries = [{ ...script, profile }, ...entries.filter((entry) => !isReplaced(entry))];
    },
    decisionOf(login, now) {
      const entry = entries.find((each) => fits(each, login));
      if (entry?.decision === undefined) return undefined;
      const due = login.startedAt.getTime() + (entry.afterSeconds ?? 0) * 1000;
      return now.getTime() >= due ? entry.decision : undefined;
    },
  };
}

/** Who acts by the script; undefined: whoever it is. */
function subjectOf({ decision, person }: Script): string | undefined {
  return decision?.kind === 'approved' ? decision.person.id : person?.id;
}

/** Only an approval names the person who decides a login that names nobody. */
function fits(entry: Entry, login: WaitingLogin): boolean {
  if (entry.profile !== login.profile) return false;
  const subject = subjectOf(entry);
  if (login.person !== undefined) return subject === undefined || subject === login.person.id;
  return subject === undefined || entry.decision?.kind === 'approved';
}
