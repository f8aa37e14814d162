import { sessionIndexOf } from 'eid-broker/session-index';
import type { Facts } from '../checker/facts.ts';
import { leaksIn } from './leaks-in.ts';

/** Where the facts are. */
export interface FactSources {
  /** One statement on the service's database. */
  readonly sql: (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The log of each process, by its name. */
  readonly logs: Readonly<Record<string, readonly string[]>>;
  readonly canaries: ReadonlySet<string>;
  /** What judges the chain of events says of it. */
  readonly chainFaults: () => Promise<readonly string[]>;
  readonly deaths: readonly string[];
}

/** Rows may outlive their retention until the next purge, and for as long as a purge may take under faults. */
const OVERDUE = "now() - interval '30 minutes'";

/** Reads what the run has left; everything must be at rest. */
export async function readFacts(sources: FactSources): Promise<Facts> {
  const { sql, logs, canaries, chainFaults, deaths } = sources;
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
    deaths,
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
