import { offeredAcrValues } from '../../domain/application.ts';
import type { Authentication } from '../../domain/authentication.ts';
import { FLOWS } from '../../domain/flow.ts';
import type { Configuration } from '../../ports/directory.ts';

/** Whether the application might ask for this attempt now: what it may do can change while the person answers. */
export function isStillAllowed(attempt: Authentication, configuration: Configuration): boolean {
  const { issuer, acr, door } = attempt;
  const domain = configuration.domains.find((one) => one.issuer === issuer);
  const application = domain && configuration.application(domain, attempt.clientId);
  if (domain === undefined || application === undefined) return false;
  return (
    application.flows.some((flow) => FLOWS[flow].door === door) &&
    offeredAcrValues(application, domain.acrValues).includes(acr) &&
    configuration.eid(issuer, acr) !== undefined
  );
}
