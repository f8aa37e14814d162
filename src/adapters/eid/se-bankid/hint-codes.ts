import type { HintCodes } from '../../../domain/hint-code.ts';
import type { Finding } from '../../../domain/login-timeline.ts';
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

const CHECK_FAILED: Finding = {
  cause: 'The person had to prove the identity once more in the BankID app, and did not succeed.',
  fix: 'The person tries again in good light, with the identity document at hand. If it stays, the bank helps.',
  whoActs: 'person',
};

/** BankID's hint codes for support. The person's texts for the same codes are in `message-texts.ts`. */
export const HINT_WORDS: HintCodes = {
  outstandingTransaction: {
    words: 'the person has not opened the BankID app yet',
    isOpened: false,
  },
  noClient: { words: 'no BankID app has opened the request yet', isOpened: false },
  started: { words: 'the BankID app is open and looks for a usable BankID', isOpened: true },
  userCallConfirm: {
    words: 'the app asks the person whether the call is genuine',
    isOpened: true,
  },
  userSign: { words: 'the app waits for the security code', isOpened: true },
  userMrtd: { words: 'the app wants to scan the identity document', isOpened: true },
  userFace: { words: 'the app wants to see the person’s face', isOpened: true },
  userStepUp: { words: 'the app asks for one more proof of the identity', isOpened: true },
  processing: { words: 'BankID is processing the person’s answer', isOpened: true },

  userCancel: {
    words: 'the person cancelled in the app',
    ending: {
      cause: 'The person cancelled in the BankID app.',
      fix: 'Offer to try again.',
      whoActs: 'person',
    },
  },
  userDeclinedCall: {
    words: 'the person said in the app that the call is not genuine',
    ending: {
      cause: 'The person said in the BankID app that they are not in this phone call.',
      fix: 'The agent asks whether the person on the phone saw the request, and the text in it. If not, it reached somebody else, or is fraud.',
      whoActs: 'person',
    },
  },
  startFailed: {
    words: 'no app opened the request in time (BankID allows 30 seconds)',
    isOpened: false,
  },
  expiredTransaction: { words: 'the time of the request is over' },
  cancelled: { words: 'a newer request for the same person replaced it' },
  certificateErr: { words: 'the person’s BankID is blocked, revoked or too old' },
  notSupportedByUserApp: { words: 'the person’s BankID app is too old for this request' },
  nfcNotSupportedByDevice: { words: 'the phone cannot read identity documents (no NFC)' },
  multipleBankIdsOnDevice: { words: 'the device has several BankIDs' },
  transactionRiskBlocked: { words: 'BankID rated the request as too risky' },
  mrtdVerificationFailed: { words: 'the identity document was not verified', ending: CHECK_FAILED },
  facialRecognitionFailed: { words: 'the face was not recognised', ending: CHECK_FAILED },
  stepUpFailed: { words: 'the further proof of the identity failed', ending: CHECK_FAILED },
};
