import {
  type Authentication,
  type Device,
  isPending,
  mayBeHandedOut,
} from '../../domain/authentication.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Look } from '../../ports/authentications.ts';
import type { Directory, OfferedEid } from '../../ports/configuration.ts';
import type { Clues } from '../../ports/eid.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { AdvanceOrder } from '../order/advance-order.ts';
import type { RenewOrder } from '../order/renew-order.ts';
import { offeredEid } from '../order/start-order.ts';
import type { LimitAddressStarts } from './limit-address-starts.ts';
import { type Login, type LoginView, loginRequest, type Visitor } from './login.ts';

interface Deps {
  readonly directory: Directory;
  readonly advanceOrder: AdvanceOrder;
  readonly limitAddressStarts: LimitAddressStarts;
  readonly clock: Clock;
}

/** Where a login stands, brought up to date. */
export interface ViewLogin {
  /**
   * `look` is at the latest attempt; undefined when there is none.
   * @throws {Failure} eid-not-offered
   */
  (login: Login, visitor: Visitor, look: Look | undefined): Promise<LoginView>;
}

/** View: bring the latest attempt up to date, say what to show. */
export function makeViewLogin(deps: Deps): ViewLogin {
  return async function viewLogin(login, visitor, look) {
    const offered = await offeredEid(deps.directory, login);
    if (look === undefined) return viewOfNothing(offered, login);
    const attempt = await deps.advanceOrder(look, renewal(look.attempt, login, visitor));
    return viewOf(attempt, offered, deps.clock());
  };

  /** A QR code that nobody scans is renewed for a while; a link that the person opened is not. */
  function renewal(
    attempt: Authentication,
    login: Login,
    visitor: Visitor,
  ): RenewOrder | undefined {
    const until = secondsAfter(attempt.createdAt, lifetimes.qrRenewal);
    if (attempt.device !== 'other' || deps.clock() >= until) return undefined;
    const request = loginRequest(login, visitor, { device: 'other' });
    return (eid) => deps.limitAddressStarts(eid, login, visitor).start(request);
  }
}

function viewOfNothing({ variant }: OfferedEid, login: Login): LoginView {
  const { device } = variant;
  if (device === undefined) return { step: 'choose' };
  return {
    step: 'confirm',
    device,
    // Most views are answers to a status request, which has no use for it.
    get startsAtOnce() {
      return variant.startsAtOnce && login.intent.kind === 'authentication';
    },
  };
}

function viewOf(attempt: Authentication, offered: OfferedEid, now: Date): LoginView {
  const device: Device = attempt.device ?? 'other';
  const { progress } = attempt;
  if (isPending(attempt)) {
    const { stage, hint, order } = attempt.progress;
    const clues = order && !offered.eid.isOpened(hint) ? offered.eid.clues(order, now) : undefined;
    return {
      step: 'waiting',
      device,
      stage,
      hint,
      clues: forDevice(clues, device),
      awaitsReturn: false,
    };
  }
  if (progress.state === 'ended') {
    if (progress.why === 'declined') return { step: 'refused', why: 'declined' };
    return { step: 'ended', device, why: progress.why, hint: progress.hint };
  }
  if (attempt.returned === 'elsewhere') {
    return { step: 'ended', device, why: 'other-browser', hint: undefined };
  }
  if (mayBeHandedOut(attempt)) return { step: 'finished' };
  const view = { step: 'waiting', device, stage: 'identification', hint: '' } as const;
  return { ...view, clues: undefined, awaitsReturn: true };
}

/** A start link of an order that no browser is bound to would be a way to log in as somebody else. */
function forDevice(clues: Clues | undefined, device: Device): Clues | undefined {
  if (clues === undefined) return undefined;
  if (device === 'same') return { ...clues, qrData: undefined };
  const { qrData } = clues;
  return { qrData, autoStartToken: undefined, appLink: undefined, desktopLink: undefined };
}
