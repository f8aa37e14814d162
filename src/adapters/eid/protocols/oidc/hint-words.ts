import type { HintCodes } from '../../../../domain/hint-code.ts';
import type { Finding } from '../../../../domain/login-timeline.ts';
import { OUTAGE } from '../../../../domain/progress.ts';

const OF_PROVIDER: Finding = {
  cause: 'The eID sent the person back with an error of its own service.',
  fix: 'Offer to try again later. The operator compares the eID’s status page, and reports it if it stays.',
  whoActs: 'eid',
};
const NO_LOGIN: Finding = {
  cause:
    'The eID sent the person back without a login: its page was left, or could not ask what it needed.',
  fix: 'Offer to try again, in the browser itself and not in another app. If everybody gets it, the operator compares our registration at the eID.',
  whoActs: 'person',
};

/** The errors of OAuth and OpenID Connect with which a provider returns the person. */
export const HINT_WORDS: HintCodes = {
  access_denied: { words: 'the person cancelled on the eID’s pages' },
  login_required: { words: 'the person did not log in at the eID', ending: NO_LOGIN },
  interaction_required: { words: 'the eID needed an answer and got none', ending: NO_LOGIN },
  unmet_authentication_requirements: {
    words: 'the person’s eID does not reach the level asked for',
  },
  server_error: { words: 'the eID had a fault of its own', ending: OF_PROVIDER },
  temporarily_unavailable: { words: 'the eID was not available', ending: OF_PROVIDER },
  authorization_pending: { words: 'the request was sent to the person’s phone', isOpened: false },
  expired_token: { words: 'the time of the request is over' },
  [OUTAGE]: { words: 'the eID answered that it cannot serve now' },
  invalid_grant: { words: 'the eID no longer knows the request' },
};
