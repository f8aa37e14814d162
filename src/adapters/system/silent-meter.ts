import type { Meter } from '../../ports/metrics.ts';

/** For what runs without an operator who looks at figures: commands and tests. */
export const silentMeter: Meter = {
  requestBegan: () => {},
  requestServed: () => {},
  shed: () => {},
  limitHit: () => {},
  authenticationBegan: () => {},
  authenticationSettled: () => {},
  resultHandedOut: () => {},
  eidCalled: () => {},
  circuitChanged: () => {},
  statementRun: () => {},
  rowsPurged: () => {},
  eventsSealed: () => {},
  webhookDelivered: () => {},
};
