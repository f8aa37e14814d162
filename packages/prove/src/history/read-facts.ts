import { sessionIndexOf } from 'eid-broker/adapters/oidc/logins/accounts';

import type { Facts } from '../checker/facts.ts';

/** Where the facts are. */
export interface FactSources {
  /** Runs one statement on the service's database. */
  readonly sql: (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The log of each process, by its name. */
  readonly logs: Readonly<Record<string, readonly string[]>>;
  readonly canaries: ReadonlySet<string>;
  /** The output of the check of the event chain. */
  readonly chainFaults: () => Promise<readonly string[]>;
  readonly unexpectedExits: readonly string[];
}

/** Rows may outlive their retention until the next purge, which faults may delay. */
const OVERDUE = "now() - interval '30 minutes'";

/** Reads the facts at the end of a run; no request may be in progress. */
export async function readFacts(sources: FactSources): Promise<Facts> {
  const { sql, logs, canaries, chainFaults, unexpectedExits } = sources;
  const attempts = await sql('select id, state, why from authentication');
  const events = await sql(
    'select authentication_id, client_id, outcome from authentication_event',
  );
  return {
    attempts: attempts.map(({ id, state, why }) => ({
      id: String(id),
      state: stateOf(state),
      why: why === null ? undefined : String(why),
    })),
    events: events.map(({ authentication_id, client_id, outcome }) => ({
      authenticationId: String(authentication_id),
      sessionindex: sessionIndexOf({ id: String(authentication_id) }),
      clientId: String(client_id),
      outcome: String(outcome),
    })),
    chainFaults: await chainFaults(),
    unexpectedExits,
    leaks: leaksIn(logs, canaries),
    overdueRows: {
      authentication: await count(`authentication where expires_at < ${OVERDUE}`),
      artifact: await count(`artifact where expires_at < ${OVERDUE}`),
      rate_limit: await count(`rate_limit where ends_at < ${OVERDUE}`),
    },
  };

  async function count(what: string): Promise<number> {
    const [row] = await sql(`select count(*) as rows from ${what}`);
    return Number(row?.rows);
  }
}

function stateOf(state: unknown): 'pending' | 'identified' | 'ended' {
  return state === 'identified' || state === 'ended' ? state : 'pending';
}

/** A secret found in a log. */
export interface Leak {
  readonly where: string;
  readonly what: string;
}

/** A candidate for a secret: a long word in a log, and each part of one with dots. */
const TEXTS = /[\w~.+/=-]{10,}/g;

/** Searches logs for known secrets. The report has the position, never the secret. */
export function leaksIn(
  logs: Readonly<Record<string, readonly string[]>>,
  canaries: ReadonlySet<string>,
): readonly Leak[] {
  return Object.entries(logs).flatMap(([name, lines]) =>
    lines.flatMap((line, at) => {
      const found = textsIn(line).find((text) => canaries.has(text));
      if (found === undefined) return [];
      const kind = /^\d+$/.test(found) ? 'a personal number' : 'a secret';
      return [{ where: `${name}, line ${at + 1}`, what: kind }];
    }),
  );
}

function textsIn(line: string): readonly string[] {
  const texts = line.match(TEXTS) ?? [];
  // A personal number may be part of a longer word.
  const digits = line.match(/\d{10,12}/g) ?? [];
  return [...texts, ...texts.flatMap((text) => text.split(/[=/]/)), ...digits];
}
