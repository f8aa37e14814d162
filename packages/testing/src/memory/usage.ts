import type { Usage, UsageLine } from 'eid-broker/ports/events';

import type { AuthenticationEvent } from './authentication-event.ts';

interface Deps {
  /** The events so far; may grow. */
  readonly events: readonly AuthenticationEvent[];
}

/** Counts the events of one process. */
export function memoryUsage({ events }: Deps): Usage {
  return {
    async between(from, until) {
      const lines = new Map<string, UsageLine>();
      for (const event of events.filter(({ at }) => at >= from && at < until)) {
        const key = JSON.stringify([event.tenantId, event.kind]);
        lines.set(key, counted(lines.get(key) ?? emptyLine(event), event));
      }
      return [...lines.values()].sort(byTenantAndKind);
    },
  };
}

function emptyLine({ tenantId, kind }: AuthenticationEvent): UsageLine {
  return { tenantId, kind, identified: 0, remembered: 0, ended: 0 };
}

function counted(line: UsageLine, { outcome }: AuthenticationEvent): UsageLine {
  const column = outcome === 'identified' || outcome === 'remembered' ? outcome : 'ended';
  return { ...line, [column]: line[column] + 1 };
}

function byTenantAndKind(a: UsageLine, b: UsageLine): number {
  if (a.tenantId !== b.tenantId) return a.tenantId < b.tenantId ? -1 : 1;
  return a.kind < b.kind ? -1 : 1;
}
