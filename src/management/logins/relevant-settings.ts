import type { RefusalReason } from '../../domain/login-timeline.ts';

/** The settings that may cause an error: some by their names in the file, or all. Absent: none of that object. */
export interface Relevant {
  readonly eid?: readonly string[] | 'all';
  readonly application?: readonly string[] | 'all';
  readonly domain?: readonly string[] | 'all';
}

const OF_EID: Relevant = { eid: 'all' };
const OF_KEYS: Relevant = {
  application: [
    'jwks',
    'jwksUri',
    'allowTokenEndpointAudience',
    'assertionLifetimeSeconds',
    'allowAssertionWithoutJti',
    'backchannelRequestSigningAlg',
  ],
};
const OF_FLOWS: Relevant = { application: ['flows', 'issuers'] };
const OF_ACR: Relevant = {
  eid: ['acrValues'],
  application: ['acrValues', 'defaultAcrValues'],
};
const OF_SESSIONS: Relevant = {
  domain: ['singleSignOnSeconds', 'singleSignOnOtherDeviceSeconds', 'silentAnswersPerPerson'],
};

/** By the key of the error. An object that was added or removed counts for each error that names its kind. */
export const RELEVANT: Readonly<Record<string, Relevant>> = {
  'eid-unavailable': OF_EID,
  'eid-refused-request': OF_EID,
  'eid-not-offered': OF_EID,
  'channel-not-offered': OF_EID,
  failed: { eid: 'all', application: ['flows', 'acrValues', 'issuers'] },
  lost: OF_EID,
  unverified: OF_EID,
  'too-risky': OF_EID,
  'acr-not-offered': OF_ACR,
  'acr-missing': OF_ACR,
  'nonce-missing': { application: ['requireNonce'] },
  'code-challenge-missing': { application: ['requirePkce', 'flows', 'secrets', 'jwks', 'jwksUri'] },
  'pushing-required': { application: ['requirePushedAuthorizationRequests'] },
  'redirect-uri-not-registered': { application: ['redirectUris'] },
  'return-url-malformed': { application: ['redirectUris'] },
  'origin-not-registered': { application: ['redirectUris'] },
  'logout-target-not-registered': { application: ['redirectUris', 'postLogoutRedirectUris'] },
  'logout-hint-missing': { application: ['requireIdTokenHintAtLogout'] },
  'flow-not-offered': OF_FLOWS,
  'grant-type-not-allowed': OF_FLOWS,
  'implicit-on-production': { domain: ['environment'] },
  'response-mode-not-allowed': { application: ['responseModes'] },
  'client-unknown': { application: ['issuers', 'clientId'] },
  'logout-client-unknown': { application: ['issuers', 'clientId'] },
  'client-authentication-failed': {
    application: ['secrets', 'jwks', 'jwksUri', 'flows', 'issuers', 'clientId'],
  },
  'client-assertion-refused': OF_KEYS,
  'request-object-signature': OF_KEYS,
  'request-object-claims': OF_KEYS,
  'request-object-other-alg': OF_KEYS,
  'request-not-signed': OF_KEYS,
  'end-user-ip-missing': { application: ['requireEndUserIp'] },
  'call-initiator-missing': { application: ['defaultCallInitiator'] },
  'too-many-requests': { application: ['phoneStartsPerMinute'], domain: ['startsPerPerson'] },
  'login-required': OF_SESSIONS,
  'login-unanswered': OF_SESSIONS,
  'interaction-required': OF_SESSIONS,
  'login-too-old': OF_SESSIONS,
  'login-not-found': { application: ['redirectUris', 'flows', 'responseModes', 'issuers'] },
  'access-token-invalid': { eid: ['acrValues'], application: ['acrValues', 'flows', 'issuers'] },
  'grant-invalid': { application: ['acrValues', 'flows', 'issuers'] },
};

/** Reasons in the request itself, in time or in a limit of the service: no setting has them as its effect. */
const OF_REQUEST: readonly RefusalReason[] = [
  'credentials-swapped',
  'secret-with-blanks',
  'secret-encoded',
  'secret-of-other',
  'no-credentials',
  'request-of-other-application',
  'request-unknown',
  'result-reported',
  'acr-several',
  'acr-no-name',
  'acr-unknown',
  'person-length',
  'person-date',
  'person-check-digit',
  'person-form',
  'person-not-taken',
  'message-charset',
  'no-refresh-tokens',
  'no-such-grant',
  'session-never',
  'session-scope',
  'session-scope-not-kept',
  'session-action',
  'session-max-age',
  'session-other-eid',
  'session-other-person',
  'limit-of-address',
  'limit-of-address-starts',
  'limit-of-application',
  'limit-of-tenant',
  'limit-of-login',
  'cookie-missing',
  'login-gone',
  'login-expired',
  'login-finished',
  'callback-without-login',
  'database-away',
  'database-read-only',
  'overloaded',
];

/** True when no change of a setting can be the cause behind it. */
export function isOfRequest(reason: RefusalReason | undefined): boolean {
  return reason !== undefined && OF_REQUEST.includes(reason);
}
