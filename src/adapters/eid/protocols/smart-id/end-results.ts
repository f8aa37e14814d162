import type { HintCodes } from '../../../../domain/hint-code.ts';
import type { Finding } from '../../../../domain/login-timeline.ts';
import type { Ending } from '../../../../domain/progress.ts';

const ENDINGS: ReadonlyMap<string, Ending> = new Map([
  ['USER_REFUSED', 'declined'],
  ['USER_REFUSED_INTERACTION', 'declined'],
  ['USER_REFUSED_CERT_CHOICE', 'declined'],
  ['TIMEOUT', 'expired'],
  ['DOCUMENT_UNUSABLE', 'blocked'],
  ['ACCOUNT_UNUSABLE', 'blocked'],
  ['WRONG_VC', 'failed'],
  ['REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP', 'app-unable'],
  ['PROTOCOL_FAILURE', 'failed'],
  ['EXPECTED_LINKED_SESSION', 'failed'],
  ['SERVER_ERROR', 'failed'],
]);

/** Why a session ended. An unknown result is a failure without a better name. */
export function endingOf(endResult: string): Ending {
  return ENDINGS.get(endResult) ?? 'failed';
}

/** Reads a word of an answer; it is passed on to applications as it is. */
export function parseWord(value: unknown): string {
  return typeof value === 'string' && /^[A-Za-z_]{1,64}$/.test(value) ? value : 'unknown';
}

const WRONG_CODE: Finding = {
  cause:
    'The person chose another of the codes in the Smart-ID app than the one that our page showed: a slip, or the request was somebody else’s.',
  fix: 'Offer to try again. The person compares the code of our page before choosing, and refuses a request that they did not begin.',
  whoActs: 'person',
};
const OLD_APP: Finding = {
  cause: 'The person’s Smart-ID app is too old for the question that the request asks.',
  fix: 'The person updates the Smart-ID app and tries again.',
  whoActs: 'person',
};
const OURS: Finding = {
  cause: 'Smart-ID ended the session because app, page and request did not fit each other.',
  fix: 'Offer to try again. If it stays, the operator reports the code to SK ID Solutions.',
  whoActs: 'eid',
};

/** Smart-ID's results, and our own words for its states. The person's texts are in `messages.ts`. */
export const HINT_WORDS: HintCodes = {
  RUNNING: { words: 'the session is open; Smart-ID does not say whether the app is' },
  pushed: { words: 'the request was sent to the app; Smart-ID does not say whether it was opened' },
  awaitingReturn: {
    words: 'the person confirmed in the app and has not come back',
    isOpened: true,
  },
  USER_REFUSED: { words: 'the person refused in the app' },
  USER_REFUSED_INTERACTION: { words: 'the person refused the question in the app' },
  USER_REFUSED_CERT_CHOICE: { words: 'the person chose none of several accounts' },
  TIMEOUT: { words: 'the person did not answer in the app in time' },
  WRONG_VC: { words: 'the person chose another code than that of our page', ending: WRONG_CODE },
  DOCUMENT_UNUSABLE: { words: 'this Smart-ID account cannot be used' },
  ACCOUNT_UNUSABLE: { words: 'the person’s Smart-ID account cannot be used' },
  noAccount: { words: 'Smart-ID has no account for the named person' },
  revoked: { words: 'the person’s certificate is revoked' },
  REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP: {
    words: 'the app cannot show the question',
    ending: OLD_APP,
  },
  PROTOCOL_FAILURE: { words: 'the session broke the protocol', ending: OURS },
  EXPECTED_LINKED_SESSION: { words: 'Smart-ID expected another session first', ending: OURS },
  SERVER_ERROR: { words: 'Smart-ID had a fault of its own' },
};
