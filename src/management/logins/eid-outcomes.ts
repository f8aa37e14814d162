import type { Acr } from '../../domain/acr.ts';
import { serves } from '../../domain/configuration.ts';
import {
  judgeOutcomes,
  type OutcomeCount,
  type OutcomeVerdict,
} from '../../domain/outcome-rates.ts';
import type { LoginOutcomes } from '../../ports/login-outcomes.ts';
import type { EidStatus } from '../../ports/metrics.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { StoredObjects } from '../../ports/stored-objects.ts';
import { UnknownObject } from '../configuration/tenant-objects.ts';

/** How an eID does now. */
export interface EidOutcomes {
  /** In the replica that answers; undefined: no login needed the eID there yet. */
  readonly status: Pick<EidStatus, 'circuit' | 'lastAnswer'> | undefined;
  /** The end of the hour that is counted. */
  readonly until: Date;
  readonly verdict: OutcomeVerdict;
  readonly counts: readonly OutcomeCount[];
}

/** Reads how an eID of a tenant does, by its key. @throws {UnknownObject} */
export type ReadEidOutcomes = (tenantId: string, key: string) => Promise<EidOutcomes>;

interface Deps {
  readonly storedObjects: Pick<StoredObjects, 'tenantFrame'>;
  readonly loginOutcomes: LoginOutcomes;
  /** The acr values of an eID; empty for an unknown one. */
  readonly acrValuesOf: (eid: string) => readonly Acr[];
  readonly eidStatuses: () => readonly EidStatus[];
  readonly clock: Clock;
}

/** The last hour of an eID, beside the same hour of the days before. */
export function makeReadEidOutcomes(deps: Deps): ReadEidOutcomes {
  const { storedObjects, loginOutcomes, acrValuesOf, eidStatuses, clock } = deps;

  return async function readEidOutcomes(tenantId, key) {
    const frame = await storedObjects.tenantFrame(tenantId);
    const [name = '', environment = 'both'] = key.split(':');
    const found = frame?.eids.find((one) => one.eid === name && one.environment === environment);
    if (frame === undefined || found === undefined) {
      throw new UnknownObject(`there is no such object in eids: ${key}`);
    }
    const until = clock();
    const issuers = frame.domains
      .filter((domain) => serves(found.environment, domain.environment))
      .map(({ issuer }) => issuer);
    const counts = await loginOutcomes.count(
      { tenantId, acrValues: acrValuesOf(name), issuers },
      until,
    );
    const status = eidStatuses().find(
      (one) => one.tenantId === tenantId && one.eid === name && one.environment === environment,
    );
    return { status, until, verdict: judgeOutcomes(counts), counts };
  };
}
