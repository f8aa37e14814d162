import type { Clock } from '../../ports/clock.ts';
import type { CircuitState, EidOfTenant, Meter } from '../../ports/meter.ts';

/** How a tenant's eID stands, as this process has seen it. */
export interface EidStanding extends EidOfTenant {
  readonly circuit: CircuitState;
  /** Undefined: it has not answered yet. */
  readonly lastAnswer: Date | undefined;
}

/** Remembers of each eID what was heard last. */
export interface EidStandings extends Pick<Meter, 'eidCalled' | 'circuitChanged'> {
  list(): readonly EidStanding[];
}

/** In this process, from its start. */
export function eidStandings(clock: Clock): EidStandings {
  const standings = new Map<string, EidStanding>();

  return {
    eidCalled(call) {
      if (call.outcome === 'answered') note(call, { lastAnswer: clock() });
    },
    circuitChanged: (circuit) => note(circuit, { circuit: circuit.state }),
    list: () => [...standings.values()],
  };

  function note(
    { tenantId, eid, environment }: EidOfTenant,
    news: Partial<Pick<EidStanding, 'circuit' | 'lastAnswer'>>,
  ): void {
    const key = JSON.stringify([tenantId, eid, environment]);
    const known = standings.get(key) ?? { circuit: 'closed', lastAnswer: undefined };
    standings.set(key, { tenantId, eid, environment, ...known, ...news });
  }
}
