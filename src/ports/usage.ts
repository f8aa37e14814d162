import type { Kind } from '../domain/intent.ts';

/** What was used, read from the events that the attempts left. */
export interface Usage {
  /** One line for each tenant and kind that has events from `from` up to, but without, `until`; sorted by both. */
  between(from: Date, until: Date): Promise<readonly UsageLine[]>;
}

/** How often one tenant asked for one kind, by outcome. */
export interface UsageLine {
  readonly tenantId: string;
  readonly kind: Kind;
  /** A person was identified by the eID. */
  readonly identified: number;
  /** A session answered: the eID was not asked. */
  readonly remembered: number;
  /** Ended without a person. */
  readonly ended: number;
}
