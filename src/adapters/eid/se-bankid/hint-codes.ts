import type { Ending, Stage } from '../../../domain/progress.ts';

const STAGES: Readonly<Record<string, Stage>> = {
  outstandingTransaction: 'first-interaction',
  noClient: 'first-interaction',
  // The app is open, but nothing has been confirmed in it yet.
  started: 'first-interaction',
  userCallConfirm: 'acknowledgement',
  userSign: 'identification',
  userMrtd: 'identification',
  userFace: 'identification',
  userStepUp: 'identification',
  processing: 'identification',
};

const ENDINGS: Readonly<Record<string, Ending>> = {
  userCancel: 'declined',
  userDeclinedCall: 'declined',
  startFailed: 'not-opened',
  expiredTransaction: 'expired',
  cancelled: 'superseded',
  certificateErr: 'blocked',
  notSupportedByUserApp: 'app-unable',
  nfcNotSupportedByDevice: 'app-unable',
  multipleBankIdsOnDevice: 'app-unable',
  transactionRiskBlocked: 'too-risky',
  mrtdVerificationFailed: 'failed',
  facialRecognitionFailed: 'failed',
  stepUpFailed: 'failed',
};

const HINT_CODE = /^[A-Za-z0-9]{1,64}$/;

/** The stage of the person. BankID adds codes without notice: with an unknown one the order is still pending. */
export function stageOf(hintCode: string): Stage {
  return (Object.hasOwn(STAGES, hintCode) ? STAGES[hintCode] : undefined) ?? 'identification';
}

/** True when an app has opened the order: then no page shows it any more. Empty before the first collect. */
export function isOpened(hintCode: string): boolean {
  return !['', 'outstandingTransaction', 'noClient'].includes(hintCode);
}

/** Why the order ended. An unknown code is a failure without a better name. */
export function endingOf(hintCode: string): Ending {
  return (Object.hasOwn(ENDINGS, hintCode) ? ENDINGS[hintCode] : undefined) ?? 'failed';
}

/** Reads the `hintCode` of an answer, which may be absent; it is passed on to applications as it is. */
export function parseHintCode(value: unknown): string {
  return typeof value === 'string' && HINT_CODE.test(value) ? value : 'unknown';
}
