import type { Finding } from '../../../../domain/login-timeline.ts';

const FORGED =
  'Treat the person as not identified. The operator compares issuer, keys and clientId in the settings of the eID, and asks its provider at once: the answer may be forged.';

/** What the codes of an answer mean that cannot be redeemed or believed: the library's, the standard's, and our own. */
export const ANSWER_HINTS: Readonly<Record<string, Finding>> = {
  OAUTH_INVALID_RESPONSE: {
    cause:
      'The eID’s ID token or another part of its answer is not valid: most likely no key that the eID publishes made its signature.',
    fix: FORGED,
    whoActs: 'operator',
  },
  OAUTH_KEY_SELECTION_FAILED: {
    cause: 'No key that the eID publishes is the one of its ID token’s signature.',
    fix: FORGED,
    whoActs: 'operator',
  },
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: {
    cause: 'The eID’s ID token is for another issuer, application or login than this one.',
    fix: FORGED,
    whoActs: 'operator',
  },
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: {
    cause: 'The eID calls itself by another issuer than in our settings.',
    fix: FORGED,
    whoActs: 'operator',
  },
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: {
    cause: 'The eID’s ID token has expired, or is dated in the future.',
    fix: 'The operator compares the clock of this machine with the time (NTP), then asks the provider of the eID.',
    whoActs: 'operator',
  },
  OAUTH_DECRYPTION_FAILED: {
    cause: 'None of our keys decrypts the eID’s answer.',
    fix: 'The operator compares privateKey in the settings of the eID with the key that its provider has.',
    whoActs: 'operator',
  },
  invalid_client: {
    cause:
      'The eID refused our clientId, clientSecret or privateKey when we fetched the person’s data.',
    fix: 'The operator compares these settings of the eID with what its provider issued.',
    whoActs: 'operator',
  },
  invalid_grant: {
    cause:
      'The eID did not accept the code that it had just sent with the browser: the code had expired or was used before.',
    fix: 'Try again. If it stays, the operator compares the registered callback and clientId at the provider of the eID.',
    whoActs: 'eid',
  },
  no_answer: {
    cause:
      'The person came back from the eID, and the connection broke or timed out while we fetched the person’s data.',
    fix: 'Try again. If it stays, the operator compares the eID’s status page, and the way out to its token endpoint.',
    whoActs: 'eid',
  },
};
