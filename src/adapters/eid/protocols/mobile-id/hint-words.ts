import type { HintCodes } from '../../../../domain/hint-code.ts';
import type { Finding } from '../../../../domain/login-timeline.ts';

const UNDELIVERED: Finding = {
  cause:
    'The mobile operator could not deliver the request to the phone, or the phone did not take it.',
  fix: 'The person checks that the phone is on, has reception and the right SIM card, and tries again.',
  whoActs: 'person',
};

/** Mobile-ID's results for support. The person's texts for the same words are in `results.ts`. */
export const HINT_WORDS: HintCodes = {
  RUNNING: {
    words: 'the request was sent to the phone; Mobile-ID does not say whether it was seen',
  },
  USER_CANCELLED: { words: 'the person cancelled on the phone' },
  TIMEOUT: { words: 'the person did not enter the PIN in time' },
  PHONE_ABSENT: {
    words: 'the phone is off or without reception',
    isOpened: false,
    ending: UNDELIVERED,
  },
  NOT_MID_CLIENT: { words: 'the number has no active Mobile-ID' },
  SIGNATURE_HASH_MISMATCH: { words: 'the SIM card does not fit the operator’s record' },
  DELIVERY_ERROR: { words: 'the request did not reach the phone', ending: UNDELIVERED },
  SIM_ERROR: { words: 'the SIM card failed', ending: UNDELIVERED },
  revoked: { words: 'the person’s certificate is revoked' },
};
