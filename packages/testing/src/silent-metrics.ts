import type { Metrics } from 'eid-broker/ports/metrics';

/** For what runs without an operator who looks at figures: commands and tests. */
export const silentMetrics: Metrics = {
  requestBegan: () => {},
  requestServed: () => {},
  shed: () => {},
  limitHit: () => {},
  authenticationBegan: () => {},
  authenticationSettled: () => {},
  resultConsumed: () => {},
  eidCalled: () => {},
  circuitChanged: () => {},
  statementRun: () => {},
  rowsPurged: () => {},
  eventsSealed: () => {},
  webhookDelivered: () => {},
};
