import type { EndedView, PendingView } from '../../../flows/polling/poll-view.ts';
import type { LaunchData } from '../../../ports/eid.ts';

/** The data that the application shows the person, in the answers to a start and to polls. */
export interface AcrData {
  readonly qrData?: string;
  readonly autoStartToken?: string;
  readonly verificationCode?: string;
  readonly hintCode?: string;
}

/** Of a request that was just started: only data that the eID sent. */
export function startedAcrData(launchData: LaunchData | undefined): AcrData {
  const { qrData, autoStartToken, verificationCode } = launchData ?? {};
  return {
    ...(qrData !== undefined && { qrData }),
    ...(autoStartToken !== undefined && { autoStartToken }),
    ...(verificationCode !== undefined && { verificationCode }),
  };
}

/** Of a pending request: QR data and hint code in every answer, as specified. */
export function pendingAcrData(view: PendingView): AcrData {
  const { qrData, hintCode, newAutoStartToken, verificationCode } = view;
  return {
    qrData,
    hintCode,
    ...(newAutoStartToken !== undefined && { autoStartToken: newAutoStartToken }),
    ...(verificationCode !== undefined && { verificationCode }),
  };
}

/** Of a request that ended: no QR code any more. */
export function endedAcrData({ hintCode }: EndedView): AcrData {
  return { hintCode };
}
