import type { Acr } from '../domain/acr.ts';
import type { OutcomeCount } from '../domain/outcome-rates.ts';

/** The logins of an eID at some domains of a tenant. */
export interface CountedLogins {
  readonly tenantId: string;
  readonly acrValues: readonly Acr[];
  readonly issuers: readonly string[];
}

/** Counts how logins ended, for administrators. */
export interface LoginOutcomes {
  /**
   * The outcomes of the hour before a moment, and of the same hour of the seven days before it. Of an hour with very many
   * logins of the tenant only the latest are counted, so that the cost has a bound. No login: an empty list.
   */
  count(logins: CountedLogins, until: Date): Promise<readonly OutcomeCount[]>;
}
