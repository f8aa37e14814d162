import {
  type Authentication,
  type Device,
  isPending,
  mayBeConsumed,
} from '../../domain/authentication.ts';
import { Failure } from '../../domain/failure.ts';
import type { JsonObject } from '../../domain/json.ts';
import { lifetimes, secondsAfter, secondsUntil } from '../../domain/lifetimes.ts';
import type { Login } from '../../domain/login.ts';
import { isOutage } from '../../domain/progress.ts';
import type { AuthenticationSnapshot } from '../../ports/authentications.ts';
import type { ConfigurationSource } from '../../ports/configuration.ts';
import type { LaunchData } from '../../ports/eid.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { AdvanceOrder } from '../order/advance-order.ts';
import { unknownFacts } from '../order/input-values.ts';
import { type ChannelEid, offeredEid } from '../order/offered-eid.ts';
import type { RenewOrder } from '../order/renew-order.ts';
import { choicesOf } from '../order/through.ts';
import { type LoginView, orderRequestOfLogin, personOf, type UserAgent } from './login.ts';
import type { LimitAddressStarts } from './start-login.ts';

interface Deps {
  readonly configurationSource: ConfigurationSource;
  readonly advanceOrder: AdvanceOrder;
  readonly limitAddressStarts: LimitAddressStarts;
  readonly clock: Clock;
}

/** Updates a login: collects its order when that is due, and renews an expired QR code. */
export interface AdvanceLogin {
  /**
   * `snapshot` is of the latest attempt; undefined when there is none.
   * @throws {Failure} eid-not-offered, channel-not-offered
   */
  (
    login: Login,
    userAgent: UserAgent,
    snapshot: AuthenticationSnapshot | undefined,
  ): Promise<LoginView>;
}

/** Returns the view of the updated attempt; before the first start, the page's first step. */
export function makeAdvanceLogin(deps: Deps): AdvanceLogin {
  return async function advanceLogin(login, userAgent, snapshot) {
    const offered = await offeredEid(deps.configurationSource, login, 'browser');
    if (snapshot === undefined) {
      return offered.variant.acr === login.acr && offered.through !== undefined
        ? viewOfChoices(login)
        : viewBeforeStart(offered, login);
    }
    const authentication = await deps.advanceOrder(
      snapshot,
      renewal(snapshot.authentication, login, { userAgent, offered }),
    );
    return viewOf(authentication, offered, deps.clock());
  };

  /** The person chooses the eID that identifies. @throws {Failure} eid-not-offered */
  async function viewOfChoices(login: Login): Promise<LoginView> {
    const configuration = await deps.configurationSource.current();
    const choices = choicesOf(configuration, login).flatMap(
      (acr) => configuration.eid(login.issuer, acr)?.variant ?? [],
    );
    if (choices.length === 0)
      throw new Failure('eid-not-offered', { detail: login.acr, reason: 'eid-not-open' });
    return { step: 'choose-eid', choices };
  }

  /**
   * A QR code that is not scanned is renewed for a while. An opened link is not, nor an order of a person who typed a
   * number: it was pushed to them.
   */
  function renewal(
    authentication: Authentication,
    login: Login,
    { userAgent, offered }: { readonly userAgent: UserAgent; readonly offered: ChannelEid },
  ): RenewOrder | undefined {
    const until = secondsAfter(authentication.createdAt, lifetimes.qrRenewal);
    const { offer, variant } = offered;
    const isPushed = variant.inputs.length > 0;
    if (isPushed || authentication.device !== 'other' || deps.clock() >= until) return undefined;
    const request = orderRequestOfLogin(login, userAgent, { offer, device: 'other' });
    return (eid) => deps.limitAddressStarts.order(eid, login, userAgent).start(request);
  }
}

function viewBeforeStart({ variant }: ChannelEid, login: Login): LoginView {
  const inputs = variant.inputs.length === 0 ? [] : unknownFacts(variant, personOf(login));
  if (inputs.length > 0) return { step: 'input', inputs };
  const device = variant.device ?? (variant.inputs.length > 0 ? 'other' : undefined);
  if (device === undefined) return { step: 'choose' };
  return {
    step: 'confirm',
    device,
    // Status requests do not read it, and they are most of the views.
    get startsAtOnce() {
      return variant.startsAtOnce && login.intent.kind === 'authentication';
    },
  };
}

function viewOf(authentication: Authentication, offered: ChannelEid, now: Date): LoginView {
  const device: Device = authentication.device ?? 'other';
  const { progress } = authentication;
  if (isPending(authentication)) {
    const { stage, hintCode, order } = authentication.progress;
    const { eid } = offered;
    if (eid.kind === 'redirect') return viewOfVisit(authentication, order);
    const launchData = order && !eid.isOpened(hintCode) ? eid.launchData(order, now) : undefined;
    return {
      step: 'waiting',
      device,
      stage,
      hintCode,
      launchData: forDevice(launchData, device),
      awaitsReturn: false,
      secondsLeft: secondsLeft(authentication, offered, { launchData, now }),
    };
  }
  if (progress.state === 'ended') {
    if (progress.why === 'declined') return { step: 'refused', why: 'declined' };
    const why = isOutage(progress) ? 'unavailable' : progress.why;
    return { step: 'ended', device, why, hintCode: progress.hintCode };
  }
  if (authentication.returned === 'elsewhere') {
    return { step: 'ended', device, why: 'other-browser', hintCode: undefined };
  }
  if (mayBeConsumed(authentication)) return { step: 'finished' };
  const view = { step: 'waiting', device, stage: 'identification', hintCode: '' } as const;
  return { ...view, launchData: undefined, awaitsReturn: true };
}

/** A code to scan is renewed for a while; a phone that was rung has the whole attempt. */
function secondsLeft(
  { device, createdAt, expiresAt }: Authentication,
  { variant }: ChannelEid,
  { launchData, now }: { readonly launchData: LaunchData | undefined; readonly now: Date },
): number | undefined {
  if (variant.inputs.length > 0) return secondsUntil(expiresAt, now);
  if (device !== 'other' || launchData?.qrData === undefined) return undefined;
  return secondsUntil(secondsAfter(createdAt, lifetimes.qrRenewal), now);
}

/** Before the answer, the URL of the visit; while it is examined, a page that reloads. */
function viewOfVisit(authentication: Authentication, order: JsonObject | undefined): LoginView {
  const url = order?.url;
  if (authentication.returned === undefined && typeof url === 'string') {
    return { step: 'depart', url, leaves: false };
  }
  const view = { step: 'waiting', device: 'same', stage: 'identification', hintCode: '' } as const;
  return { ...view, launchData: undefined, awaitsReturn: false };
}

/** Without a bound browser a start link would let one person log in as another. */
function forDevice(launchData: LaunchData | undefined, device: Device): LaunchData | undefined {
  if (launchData === undefined) return undefined;
  if (device === 'same') return { ...launchData, qrData: undefined };
  return { ...launchData, autoStartToken: undefined, appLink: undefined, desktopLink: undefined };
}
