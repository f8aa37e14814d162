import { offeredAcrValues } from '../../domain/application.ts';
import type { Authentication } from '../../domain/authentication.ts';
import { Failure } from '../../domain/failure.ts';
import { FLOWS } from '../../domain/flow.ts';
import type { Configuration, ConfigurationSource, OfferedEid } from '../../ports/configuration.ts';
import type { OrderEid } from '../../ports/eid.ts';

/**
 * The eID of an acr value at an issuer, as configured now.
 * @throws {Failure} eid-not-offered
 */
export async function offeredEid(
  configurationSource: ConfigurationSource,
  { issuer, acr }: Pick<Authentication, 'issuer' | 'acr'>,
): Promise<OfferedEid> {
  const configuration = await configurationSource.current();
  const offered = configuration.eid(issuer, acr);
  if (offered === undefined) throw new Failure('eid-not-offered', { detail: acr });
  return offered;
}

/** An offered eID of orders. */
export interface OfferedOrderEid extends OfferedEid {
  readonly eid: OrderEid;
}

/**
 * The same for a request without our pages: only an eID of orders can serve it.
 * @throws {Failure} eid-not-offered, channel-not-offered
 */
export async function offeredOrderEid(
  configurationSource: ConfigurationSource,
  wanted: Pick<Authentication, 'issuer' | 'acr'>,
): Promise<OfferedOrderEid> {
  const { eid, ...offered } = await offeredEid(configurationSource, wanted);
  if (eid.kind === 'redirect') throw new Failure('channel-not-offered', { detail: wanted.acr });
  return { ...offered, eid };
}

/** Whether the application could start this attempt now: its settings may have changed since the start. */
export function isAuthenticationStillAllowed(
  authentication: Authentication,
  configuration: Configuration,
): boolean {
  const { issuer, acr, channel } = authentication;
  const domain = configuration.domains.find((one) => one.issuer === issuer);
  const application = domain && configuration.application(domain, authentication.clientId);
  if (domain === undefined || application === undefined) return false;
  return (
    application.flows.some((flow) => FLOWS[flow].channel === channel) &&
    offeredAcrValues(application, domain.acrValues).includes(acr) &&
    configuration.eid(issuer, acr) !== undefined
  );
}
