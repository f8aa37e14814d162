import type { Finding } from '../../domain/login-timeline.ts';
import { SESSION_REASONS } from './session-reasons.ts';

const ONE_AT_A_TIME = 'The eID lets a person do one thing at a time, and stops both.';

const OPERATOR_LIMITS = 'The operator compares the limits in the environment with the real use.';

/** Why a login could not begin or go on: limits, sessions, another login, an outage. */
export const LOGIN_REASONS = {
  'limit-of-address': {
    cause: 'One address sent more requests in ten seconds than are allowed to an address.',
    fix: `Look for a loop in the application or a script. ${OPERATOR_LIMITS} Many people behind one proxy share an address: TRUSTED_PROXIES must list it.`,
    whoActs: 'operator',
  },
  'limit-of-address-starts': {
    cause: 'One address started more logins in ten seconds than are allowed to an address.',
    fix: `The person waits a few seconds. ${OPERATOR_LIMITS} Many people behind one proxy share an address: TRUSTED_PROXIES must list it.`,
    whoActs: 'operator',
  },
  'limit-of-application': {
    cause: 'The application sent more requests in ten seconds than are allowed to it.',
    fix: `Poll every five seconds, and wait as long as Retry-After says. ${OPERATOR_LIMITS}`,
    whoActs: 'application',
  },
  'limit-of-tenant': {
    cause:
      'All applications of the tenant together sent more requests in ten seconds than are allowed.',
    fix: `Wait as long as Retry-After says. ${OPERATOR_LIMITS}`,
    whoActs: 'operator',
  },
  'limit-of-login': {
    cause:
      'The pages of one login asked for its state more than five times a second: it is open in many tabs, or a script reloads it.',
    fix: 'The person closes the other tabs of the login, and waits a few seconds.',
    whoActs: 'person',
  },
  'limit-of-person': {
    cause: 'Too many logins that name this person were started in five minutes.',
    fix: 'The person waits as long as the page or Retry-After says. If the person began none of them, somebody else uses the number. On test domains the operator may raise startsPerPerson.',
    whoActs: 'person',
  },
  'limit-of-phone-starts': {
    cause: 'The application started more phone authentications in a minute than it may.',
    fix: 'Wait as long as Retry-After says; the operator may raise phoneStartsPerMinute of the application.',
    whoActs: 'application',
  },
  'no-sessions-here': {
    cause:
      'prompt=none requests a login without the person. This domain keeps no sessions (singleSignOnSeconds is off), so each such request is refused.',
    fix: 'Send the person without prompt=none. The operator may turn on single sign-on for the domain.',
    whoActs: 'application',
  },
  'no-session': {
    cause:
      'prompt=none requests a login without the person, and this browser has no session here: nobody logged in in it, the session has ended, or it keeps no cookies of other sites (a frame).',
    fix: 'Send the person without prompt=none when this error comes. Do not ask from a frame of another site.',
    whoActs: 'application',
  },
  'session-not-enough': {
    cause:
      'prompt=none requests a login without the person. The browser has a session, and it does not satisfy the request: another eID service or person, max_age, a scope or a text that needs the eID itself, or the limit of silent answers.',
    fix: 'Send the person without prompt=none when this error comes.',
    whoActs: 'application',
  },
  ...SESSION_REASONS,
  'cookie-missing': {
    cause:
      'The browser has no cookie of a login: the link was opened in another browser than the one that began, or the browser keeps no cookies.',
    fix: 'The person goes on in the browser that began the login, or starts again from the application. A link to a login must not be passed on.',
    whoActs: 'person',
  },
  'callback-without-login': {
    cause:
      'A browser came to the callback of an eID without the state of a login: the address was opened by hand or cut, belongs to another installation, or the eID sent an error of its own without it.',
    fix: 'The person starts again from the application. If it repeats, the operator compares the callback that is registered at the eID with the domain, and looks up the error that came.',
    whoActs: 'person',
  },
  'login-finished': {
    cause:
      'The login has finished, and the person opened a page of it again: by the back button, a reload, a bookmark or a second tab. Nothing is broken.',
    fix: 'The person goes back to the application. If it does not know the person, the login’s own story says why.',
    whoActs: 'person',
  },
  'login-withdrawn': {
    cause:
      'The login had not finished, and may not go on: since it began, the application or its redirect URI, response mode or flow was taken out of the settings.',
    fix: 'The operator puts the setting back, or the application sends what is registered now. The person starts again from the application.',
    whoActs: 'operator',
  },
  'login-expired': {
    cause:
      'The login was left open and is older than its 20 minutes: its page was opened again too late.',
    fix: 'The person starts again from the application.',
    whoActs: 'person',
  },
  'login-gone': {
    cause: 'The login has finished, or is older than its 20 minutes.',
    fix: 'The person goes back to the application, and starts again there if it does not know the result.',
    whoActs: 'person',
  },
  'database-away': {
    cause:
      'The database did not answer in time. It said {code}. Nothing was denied, and nothing was decided.',
    fix: 'The operator looks at the database and the way to it (request.unavailable in the log). Send the same request again later; a code lives 60 seconds.',
    whoActs: 'operator',
  },
  'database-read-only': {
    cause:
      'The database answers, and takes no writes: it is a standby, or was made read-only. It said {code}. Nothing was denied, and nothing was decided.',
    fix: 'The operator makes the primary writable, or leads DATABASE_URL to it, as after a failover. Send the same request again later; a code lives 60 seconds, and then the person begins anew.',
    whoActs: 'operator',
  },
  'database-refuses-us': {
    cause: 'The database refused our user, or what it tried to do. It said {code}.',
    fix: 'The operator compares user, password and rights in DATABASE_URL with the database (docs/deployment.md).',
    whoActs: 'operator',
  },
  'database-schema': {
    cause:
      'The schema of the database does not fit this version of the service: a migration is missing, half done, or newer. It said {code}.',
    fix: 'The operator runs the migrations of this version, or starts the version of the schema. The log has the statement with this code.',
    whoActs: 'operator',
  },
  'database-fault': {
    cause: 'The database refused one of our statements. It said {code}. It is a defect of ours.',
    fix: 'Try again. If it stays, the operator looks for the support code in the log, and reports the defect.',
    whoActs: 'operator',
  },
  'fault-of-machine': {
    cause:
      'A call of ours to the machine, the network or a library failed, and nothing was prepared for it. Its code is {code}.',
    fix: 'The operator looks the code up: it names a full disk, a missing right, or a way that is closed. The log has the place with the support code.',
    whoActs: 'operator',
  },
  'fault-of-code': {
    cause:
      'A defect of ours stopped the request, which may be right. The program failed with {code}.',
    fix: 'Try again. If it stays, the operator looks for the support code in the log, and reports the defect.',
    whoActs: 'operator',
  },
  overloaded: {
    cause:
      'More requests came than the service can serve. Nothing was denied, and nothing was decided.',
    fix: 'The operator adds replicas or database connections (docs/load-and-outages.md). Send the same request again later.',
    whoActs: 'operator',
  },
  'busy-same-application': {
    cause: `The same application has another request under way for the same person: the login {other}, begun {ago} seconds before. ${ONE_AT_A_TIME}`,
    fix: 'Start one request at a time for a person, and wait for its outcome or cancel it: look for a double click, a retry, or two workers.',
    whoActs: 'application',
  },
  'busy-other-application': {
    cause: `Another application of the tenant ({application}) has a request under way for the same person: the login {other}, begun {ago} seconds before. ${ONE_AT_A_TIME}`,
    fix: 'The person finishes or cancels the other login, then tries again.',
    whoActs: 'person',
  },
  'busy-elsewhere': {
    cause:
      'The eID has another request under way for the same person, and it is none of this tenant: the person uses the eID at another service, or somebody else uses the number.',
    fix: 'The person finishes or cancels the other one in the eID’s app, then tries again. A person who knows of none should be warned.',
    whoActs: 'person',
  },
  'started-again': {
    cause: `The same application started another request for the same person meanwhile: {again}. ${ONE_AT_A_TIME}`,
    fix: 'Start one request at a time for a person, and wait for its outcome or cancel it: look for a double click, a retry, or two workers.',
    whoActs: 'application',
  },
  'started-again-by-other': {
    cause: `Another application of the tenant ({application}) started a request for the same person meanwhile: {again}. ${ONE_AT_A_TIME}`,
    fix: 'The person finishes one login before the next begins. A person who began no other one should be warned: somebody else may use the number.',
    whoActs: 'person',
  },
} as const satisfies Readonly<Record<string, Finding>>;
