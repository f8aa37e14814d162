import type { Finding } from '../../domain/login-timeline.ts';

const NEEDS_EID =
  'prompt=none requests a login without the person. The browser has a good session, and';
const WITHOUT_NONE = 'Send the person without prompt=none when this error comes.';

/** Why the session of a browser did not answer a request with prompt=none. */
export const SESSION_REASONS = {
  'session-never': {
    cause: `${NEEDS_EID} no session answers for this eID: each request needs the eID itself.`,
    fix: `${WITHOUT_NONE} For this eID never send prompt=none.`,
    whoActs: 'application',
  },
  'session-scope': {
    cause: `${NEEDS_EID} a scope of the request (evidence or risk) is about one use of the eID, which no session answers.`,
    fix: `Leave that scope out of requests with prompt=none, or send the person without prompt=none.`,
    whoActs: 'application',
  },
  'session-scope-not-kept': {
    cause: `${NEEDS_EID} the login that began it did not request one of the scopes: its claims are not stored.`,
    fix: `Request the scope at the first login too. ${WITHOUT_NONE}`,
    whoActs: 'application',
  },
  'session-action': {
    cause: `${NEEDS_EID} the request has an action, a text or a directive, which needs the eID itself.`,
    fix: `Leave it out of login_hint in requests with prompt=none. ${WITHOUT_NONE}`,
    whoActs: 'application',
  },
  'session-too-old': {
    cause:
      'prompt=none requests a login without the person. The session of the browser is over: it lasts as long as the domain sets, from the use of the eID.',
    fix: `${WITHOUT_NONE} The operator may let sessions last longer (singleSignOnSeconds, and singleSignOnOtherDeviceSeconds for logins with another device).`,
    whoActs: 'application',
  },
  'session-max-age': {
    cause:
      'prompt=none requests a login without the person. The login of the session is older than max_age of the request.',
    fix: `Send a greater max_age, or none. ${WITHOUT_NONE}`,
    whoActs: 'application',
  },
  'session-other-eid': {
    cause: `${NEEDS_EID} it is of another eID service or a lower level than acr_values names.`,
    fix: `Request the eID service of the session. ${WITHOUT_NONE}`,
    whoActs: 'application',
  },
  'session-other-person': {
    cause: `${NEEDS_EID} the request names another person than that of the session (login_hint or id_token_hint).`,
    fix: `Log the person of the session out first, or leave the hint out. ${WITHOUT_NONE}`,
    whoActs: 'application',
  },
  'session-other-device': {
    cause: `${NEEDS_EID} its login used another device, for which this domain keeps no session (singleSignOnOtherDeviceSeconds).`,
    fix: `${WITHOUT_NONE} The operator may turn it on for the domain.`,
    whoActs: 'application',
  },
  'session-limit': {
    cause: `${NEEDS_EID} it has given as many answers without the person as the domain allows (silentAnswersPerPerson).`,
    fix: `Look for a loop: keep the application’s own session after an answer. ${WITHOUT_NONE}`,
    whoActs: 'application',
  },
} as const satisfies Readonly<Record<string, Finding>>;
