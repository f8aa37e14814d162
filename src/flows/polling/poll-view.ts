import {
  type Authentication,
  type EndedProgress,
  isPending,
  type PendingAuthentication,
} from '../../domain/authentication.ts';
import type { Ending, Stage } from '../../domain/progress.ts';
import type { ConfigurationSource } from '../../ports/configuration.ts';
import type { LaunchData, OrderEid } from '../../ports/eid.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { HeadlessRequests } from '../headless/headless-requests.ts';
import { eidOn } from '../order/offered-eid.ts';

interface Deps {
  readonly configurationSource: ConfigurationSource;
  readonly headlessRequests: HeadlessRequests;
  readonly clock: Clock;
}

/** The text of a pending request: of its stage, or, for an eID that reports no stages, one for all. */
export type PendingText = Stage | 'not-granted';

/** The state of a pending request, for its application. */
export interface PendingView {
  readonly state: 'pending';
  readonly stage: Stage;
  /** The name of the text of this state. */
  readonly pendingText: PendingText;
  /** The eID's code. */
  readonly hintCode: string;
  /**
   * The text of the QR code for this second, also after the app has opened the order. Empty while there is no order, and
   * for a phone order, which is pushed to the person's app.
   */
  readonly qrData: string;
  /** The token of a replacement of the first order, until it is opened. */
  readonly newAutoStartToken: string | undefined;
  /** The digits that the person compares; undefined for an eID without. */
  readonly verificationCode: string | undefined;
}

/** Shows a pending attempt to its application. */
export interface ViewPending {
  (authentication: PendingAuthentication): Promise<PendingView>;
}

/** The QR code is in every answer, as applications expect. A replacement's token is sent while it can be used. */
export function makeViewPending({
  configurationSource,
  headlessRequests,
  clock,
}: Deps): ViewPending {
  return async function viewPending(authentication) {
    const { stage, hintCode } = authentication.progress;
    const configuration = await configurationSource.current();
    const { issuer, acr, channel } = authentication;
    const offered = configuration.eid(issuer, acr);
    const found = offered && eidOn(offered, channel);
    const eid = found?.kind === 'order' ? found : undefined;
    const reportsStages =
      channel !== 'ciba' || offered?.offer.texts.phone?.pending !== 'not-granted';
    const launchData =
      eid && authentication.channel === 'headless'
        ? launchDataOf(authentication, eid, clock())
        : undefined;
    const isOpened = eid?.isOpened(hintCode) ?? false;
    return {
      state: 'pending',
      stage,
      pendingText: reportsStages ? stage : 'not-granted',
      hintCode: hintCode === '' ? (eid?.firstHintCode ?? '') : hintCode,
      qrData: launchData?.qrData ?? '',
      newAutoStartToken: isOpened ? undefined : await newToken(authentication, launchData),
      verificationCode: launchData?.verificationCode,
    };
  };

  async function newToken(authentication: Authentication, launchData: LaunchData | undefined) {
    const token = launchData?.autoStartToken;
    if (token === undefined) return undefined;
    const { autoStartToken } = await headlessRequests.of(authentication);
    return token === autoStartToken ? undefined : token;
  }
}

/** The launch data of the order at that second; undefined while there is none. */
export function launchDataOf(
  authentication: Authentication,
  eid: OrderEid,
  at: Date,
): LaunchData | undefined {
  if (!isPending(authentication) || authentication.progress.order === undefined) return undefined;
  return eid.launchData(authentication.progress.order, at);
}

/** The ending of a request without a person, for its application. */
export interface EndedView {
  readonly state: 'ended';
  readonly why: Ending;
  /** The eID's code; the ending's name when we ended the request. */
  readonly hintCode: string;
}

/** The view of an ending from the eID or from us. */
export function endedView(why: Ending, hintCode?: EndedProgress['hintCode']): EndedView {
  return { state: 'ended', why, hintCode: hintCode ?? why };
}
