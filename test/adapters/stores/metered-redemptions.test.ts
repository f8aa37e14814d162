import { redemptionsContract } from '@eid-broker/testing/contracts/redemptions';
import { memoryArtifacts } from '@eid-broker/testing/memory/artifacts';
import { memoryAuthentications } from '@eid-broker/testing/memory/authentications';
import { memoryRedemptions } from '@eid-broker/testing/memory/redemptions';
import { at, PERSON, pendingAuthentication } from '@eid-broker/testing/sample-authentication';
import { silentMetrics } from '@eid-broker/testing/silent-metrics';
import { expect, test } from '@jest/globals';
import { meteredRedemptions } from '../../../src/adapters/stores/decorated-stores.ts';
import type { AuthenticationTraits, Metrics } from '../../../src/ports/metrics.ts';

/** An empty store with these metrics. */
function openStore(metrics: Pick<Metrics, 'resultConsumed'>) {
  const artifacts = memoryArtifacts({ clock: () => at(0) });
  const authentications = memoryAuthentications();
  const store = memoryRedemptions({ authentications, artifacts });
  const redemptions = meteredRedemptions(store, { metrics, eidOf: () => 'xx-eid' });
  return { redemptions, authentications, artifacts };
}

redemptionsContract('meteredRedemptions', async () => ({
  replicas: [openStore(silentMetrics)],
  close: async () => undefined,
}));

test('a result is counted once, when it is issued', async () => {
  const counted: AuthenticationTraits[] = [];
  const { redemptions, authentications } = openStore({
    resultConsumed: (traits) => void counted.push(traits),
  });
  const progress = { state: 'identified', at: at(1), identity: PERSON } as const;
  const authentication = { ...pendingAuthentication(), progress };
  await authentications.createIdentified(authentication);
  const nothing = { stored: undefined, login: undefined };
  await redemptions.issue(authentication, at(2), nothing);
  await redemptions.issue(authentication, at(2), nothing);
  expect(counted).toEqual([{ eid: 'xx-eid', kind: 'authentication', channel: 'browser' }]);
});
