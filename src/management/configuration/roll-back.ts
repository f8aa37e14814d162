import type { ConfigurationHistory } from '../../ports/configuration-history.ts';
import type { ApplyConfiguration, ApplyOptions } from './apply-configuration.ts';
import type { Plan } from './plan.ts';
import { declaredOf } from './revisions.ts';

/** The ports of rolling back. */
export interface RollBackParts {
  readonly history: ConfigurationHistory;
  readonly applyConfiguration: ApplyConfiguration;
}

/** A revision, and the one tenant to change; all of then when it is absent. */
export interface FormerState {
  readonly revision: number;
  readonly tenantId?: string | undefined;
}

/** There is no such revision, or it is kept no more. */
export class UnknownRevision extends Error {}

/** Makes tenants as they were in a revision. Returns what was planned and done. */
export type RollBack = (
  state: FormerState,
  options?: Omit<ApplyOptions, 'source'>,
) => Promise<Plan>;

/**
 * A rollback is a change like any other: it has a plan, needs leave to remove, and becomes the newest revision. Client secrets
 * return as hashes: one that a dropped key-encryption key hashed is accepted no more.
 * @throws {UnknownRevision}
 * @throws the errors of applying
 */
export function makeRollBack({ history, applyConfiguration }: RollBackParts): RollBack {
  return async function rollBack({ revision, tenantId }, options = {}) {
    const former = await history.asOf(revision, tenantId);
    if (former === undefined || former.length === 0) {
      const whose = tenantId === undefined ? '' : ` of tenant ${tenantId}`;
      throw new UnknownRevision(`no revision ${revision}${whose} is kept`);
    }
    const reason = options.reason ?? `back to revision ${revision}`;
    const declared = { tenants: former.map(declaredOf) };
    return applyConfiguration(declared, { ...options, reason, source: 'rollback' });
  };
}
