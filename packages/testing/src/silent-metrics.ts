import type { Metrics } from 'eid-broker/ports/metrics';

/** Metrics that record nothing. */
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
  administratorLoggedIn: () => {},
};
