import { offeredAcrValues } from '../../domain/application.ts';
import type { Authentication } from '../../domain/authentication.ts';
import type { OfferChannel, Through } from '../../domain/eid-offer.ts';
import { Failure } from '../../domain/failure.ts';
import { FLOWS } from '../../domain/flow.ts';
import type { Configuration, ConfigurationSource, OfferedEid } from '../../ports/configuration.ts';
import type { Eid, OrderEid } from '../../ports/eid.ts';
import { type Requested, servingAcr } from './through.ts';

/** The eID of one kind that serves a channel, with its offer. */
export interface ChannelEid<Kind extends Eid = Eid> extends Omit<OfferedEid, 'opened'> {
  readonly eid: Kind;
  /** Of a requested eID for which this one identifies the person. */
  readonly through: Through | undefined;
}

/** The eID that serves the channel; undefined when the acr value is not offered there. */
export function eidOn({ opened, variant }: OfferedEid, channel: OfferChannel): Eid | undefined {
  const kind = variant.channels[channel];
  return kind === undefined ? undefined : opened[kind];
}

/**
 * The eID of an acr value at an issuer for a channel, as configured now.
 * @throws {Failure} eid-not-offered, channel-not-offered
 */
export async function offeredEid(
  configurationSource: ConfigurationSource,
  requested: Requested,
  channel: OfferChannel,
): Promise<ChannelEid> {
  const configuration = await configurationSource.current();
  const { issuer, acr } = requested;
  const offered = configuration.eid(issuer, servingAcr(configuration, requested));
  if (offered === undefined)
    throw new Failure('eid-not-offered', { detail: acr, reason: 'eid-not-open' });
  const eid = eidOn(offered, channel);
  if (eid === undefined) throw new Failure('channel-not-offered', { detail: acr });
  const { offer, variant } = offered;
  return { eid, offer, variant, through: configuration.catalogue.offerOf(acr)?.through };
}

/**
 * The same for a request without our pages: only an eID of orders can serve it.
 * @throws {Failure} eid-not-offered, channel-not-offered
 */
export async function offeredOrderEid(
  configurationSource: ConfigurationSource,
  wanted: Pick<Authentication, 'issuer' | 'acr'>,
  channel: Exclude<OfferChannel, 'browser'>,
): Promise<ChannelEid<OrderEid>> {
  const { eid, ...offered } = await offeredEid(configurationSource, wanted, channel);
  if (eid.kind === 'redirect') throw new Failure('channel-not-offered', { detail: wanted.acr });
  return { ...offered, eid };
}

/** The eID that serves an attempt; undefined when it is not offered any more. */
export function eidOfAttempt(
  configuration: Configuration,
  { channel, ...requested }: Requested & Pick<Authentication, 'channel'>,
): Eid | undefined {
  const offered = configuration.eid(requested.issuer, servingAcr(configuration, requested));
  return offered && eidOn(offered, channel);
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
    eidOfAttempt(configuration, authentication) !== undefined
  );
}
