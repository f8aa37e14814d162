import type { HintCodes } from '../../../domain/hint-code.ts';
import type { Finding } from '../../../domain/login-timeline.ts';

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
