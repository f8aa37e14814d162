import { issuanceContract } from '@eid-broker/testing/contracts/issuance';
import { memoryArtifacts } from '@eid-broker/testing/memory/artifacts';
import { memoryAuthentications } from '@eid-broker/testing/memory/authentications';
import { memoryIssuance } from '@eid-broker/testing/memory/issuance';
import { at, PERSON, pendingAuthentication } from '@eid-broker/testing/sample-authentication';
import { silentMetrics } from '@eid-broker/testing/silent-metrics';
import { expect, test } from '@jest/globals';

import { meteredIssuance } from '../../../src/adapters/stores/decorated-stores.ts';
import type { AuthenticationTraits, Metrics } from '../../../src/ports/metrics.ts';

/** An empty store with these metrics. */
function openStore(metrics: Pick<Metrics, 'resultConsumed'>) {
  const artifacts = memoryArtifacts({ clock: () => at(0) });
  const authentications = memoryAuthentications();
  const store = memoryIssuance({ authentications, artifacts });
  const issuance = meteredIssuance(store, { metrics, eidOf: () => 'xx-eid' });
  return { issuance, authentications, artifacts };
}

issuanceContract('meteredIssuance', async () => ({
  replicas: [openStore(silentMetrics)],
  close: async () => undefined,
}));

test('a result is counted once, when it is issued', async () => {
  const counted: AuthenticationTraits[] = [];
  const { issuance, authentications } = openStore({
    resultConsumed: (traits) => void counted.push(traits),
  });
  const progress = { state: 'identified', at: at(1), identity: PERSON } as const;
  const authentication = { ...pendingAuthentication(), progress };
  await authentications.createIdentified(authentication);
  const nothing = { stored: undefined, login: undefined };
  await issuance.issue(authentication, at(2), nothing);
  await issuance.issue(authentication, at(2), nothing);
  expect(counted).toEqual([{ eid: 'xx-eid', kind: 'authentication', channel: 'browser' }]);
});
