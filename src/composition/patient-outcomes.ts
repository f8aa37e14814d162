import type { Authentication } from '../domain/authentication.ts';
import type { PresentRequests } from '../ports/admission.ts';
import type { Authentications, Lease } from '../ports/authentications.ts';

/**
 * The same attempts; what the eID says once is stored however long the request in which it is heard has waited: a final
 * answer, and the order that takes the place of one which ended. They stand in their tenant's line as everything of it
 * does, but for nobody whose time could be over.
 */
export function uninterruptedOutcomes(
  authentications: Authentications,
  requests: Pick<PresentRequests, 'run'>,
): Authentications {
  return {
    ...authentications,
    recordOutcome: (lease, outcome) =>
      patiently(lease, () => authentications.recordOutcome(lease, outcome)),
    recordPending(lease, learned) {
      const record = () => authentications.recordPending(lease, learned);
      return learned.order === undefined ? record() : patiently(lease, record);
    },
  };

  function patiently(
    { attempt }: Lease,
    record: () => Promise<Authentication | undefined>,
  ): Promise<Authentication | undefined> {
    return requests.run({ tenantId: attempt.tenantId, isAnswered: () => true }, record);
  }
}
