import type { Finding, RefusalReason } from '../../domain/login-timeline.ts';
import { EID_REASON_WORDS } from './eid-reason-words.ts';

const POLLING = {
  cause: 'The application polled again after it had the one answer of its request.',
  fix: 'Stop polling after the first answer that is not authorization_pending or slow_down.',
  whoActs: 'application',
} as const;

const OPERATOR_LIMITS = 'The operator compares the limits in the environment with the real use.';

/** The finding of each reason: it takes the place of the general cause and remedy of the catalogue. */
export const REASONS: Readonly<Record<RefusalReason, Finding>> = {
  'code-used': {
    cause:
      'The application sent the code a second time. A code counts once, and the second use revokes the access token of the first.',
    fix: 'Exchange each code once: look for a retry, a reloaded callback page, or two servers that handle the same callback.',
    whoActs: 'application',
  },
  'code-unknown': {
    cause:
      'The application sent a code that is not known here: it was changed on the way, came from another domain, or is older than a quarter of an hour.',
    fix: 'Send the code of the callback unchanged, decoded from the URL once, to the token endpoint of the domain that issued it.',
    whoActs: 'application',
  },
  'code-expired': {
    cause: 'The application sent the code after more than 60 seconds.',
    fix: 'Exchange the code at once on the callback; look for a queue or a slow start of the application.',
    whoActs: 'application',
  },
  'code-of-other-client': {
    cause: 'Another application sent the code than the one that got it.',
    fix: 'Use the client_id of the authorization request at the token endpoint too.',
    whoActs: 'application',
  },
  'redirect-uri-differs': {
    cause: 'The token request has another redirect_uri than the authorization request.',
    fix: 'Send exactly the same redirect_uri in both requests; compare scheme, port, path and the slash at the end.',
    whoActs: 'application',
  },
  'verifier-differs': {
    cause: 'The code_verifier does not fit the code_challenge of the authorization request (PKCE).',
    fix: 'Keep the verifier of each login, for example in its session; two logins in parallel must not share one.',
    whoActs: 'application',
  },
  'verifier-missing': {
    cause:
      'The authorization request had a code_challenge, and the token request has no code_verifier (PKCE).',
    fix: 'Send the code_verifier with the code; the application may have lost it with its session.',
    whoActs: 'application',
  },
  'verifier-unexpected': {
    cause:
      'The token request has a code_verifier, and the authorization request had no code_challenge (PKCE).',
    fix: 'Send code_challenge with code_challenge_method=S256 in the authorization request, or leave the verifier out.',
    whoActs: 'application',
  },
  'result-reported': POLLING,
  'request-unknown': {
    cause:
      'No request of this application has the id that was sent: it was changed, is another application’s, or its one answer was given before.',
    fix: 'Poll with the id from the answer to the start, with the same client_id, on the same domain.',
    whoActs: 'application',
  },
  'client-unknown': {
    cause: 'The request names an application that this domain does not know.',
    fix: 'Check client_id and the domain: an application of another tenant or domain is not known here.',
    whoActs: 'application',
  },
  'secret-wrong': {
    cause: 'The client secret is wrong.',
    fix: 'Compare the secret with the one that was issued, and its form-encoding in the Basic header. The operator can add a second one and retire the old.',
    whoActs: 'application',
  },
  'secret-expired': {
    cause: 'Every client secret of the application has expired.',
    fix: 'The operator adds a new secret to the application, and gives it to the developer.',
    whoActs: 'operator',
  },
  'method-not-set-up': {
    cause:
      'The application authenticated in another way than its settings say, or not at all: a secret, an assertion, or PKCE alone.',
    fix: 'Use the method of the application’s settings, or the operator changes them (docs/client-authentication.md).',
    whoActs: 'application',
  },
  'secret-of-public-client': {
    cause:
      'The application is public: its settings have no secret and no key. The request authenticated it all the same, with a secret or an assertion.',
    fix: 'Send client_id in the body with code_verifier, and no secret, no Authorization header and no assertion. If the application can keep a secret, the operator gives it one.',
    whoActs: 'application',
  },
  'no-credentials': {
    cause:
      'The application has a secret or a key in its settings, and the request had no credentials.',
    fix: 'Send the secret (client_secret_basic or client_secret_post), or an assertion of its key. A public application needs settings without a secret.',
    whoActs: 'application',
  },
  'request-of-other-application': {
    cause:
      'The request id belongs to a login that another application started. The one that polled was mixed up, not its flows: whatever the other may do, only the starter receives the result.',
    fix: 'Poll with the client_id and the credentials of the application that started the request. Change no flow for it.',
    whoActs: 'application',
  },
  'id-token-sent': {
    cause: 'What came as the access token is an ID token of this domain.',
    fix: 'Send access_token of the token answer to userinfo, not id_token.',
    whoActs: 'application',
  },
  'hint-unreadable': {
    cause: 'id_token_hint is no signed JWT: it is cut, encrypted, or another kind of token.',
    fix: 'Send the whole id_token as it came, or leave id_token_hint out.',
    whoActs: 'application',
  },
  'hint-of-other-domain': {
    cause: 'id_token_hint is an ID token of another issuer than this domain.',
    fix: 'Send an ID token that this domain issued, or leave id_token_hint out.',
    whoActs: 'application',
  },
  'hint-of-other-application': {
    cause: 'id_token_hint was issued to another application: its aud is not this client_id.',
    fix: 'Send an ID token that was issued to the same client_id, or leave id_token_hint out.',
    whoActs: 'application',
  },
  'acr-unknown': {
    cause:
      'acr_values names no eID service that this release has: it is misspelt, or of another broker.',
    fix: 'Send one of acr_values_supported of the discovery document.',
    whoActs: 'application',
  },
  'acr-not-on-domain': {
    cause: 'The eID service of acr_values exists, and this domain does not offer it.',
    fix: 'The operator adds the eID to the domain, or the acr value to its acrValues. Otherwise send one of acr_values_supported.',
    whoActs: 'operator',
  },
  'acr-not-for-application': {
    cause: 'The domain offers the eID service of acr_values, and this application may not use it.',
    fix: 'The operator adds the acr value to acrValues of the application. Otherwise send one of those that it has.',
    whoActs: 'operator',
  },
  'eid-not-open': {
    cause:
      'The eID service is not there: it was removed after the login began, or its settings cannot be opened.',
    fix: 'The operator adds the eID again, or looks for eid.open_failed in the log and mends its settings.',
    whoActs: 'operator',
  },
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
    cause: 'Too many logins were started for this person in five minutes.',
    fix: 'The person waits as long as the page or Retry-After says. If the person began none of them, somebody else uses the number. On test domains the operator may raise startsPerPerson.',
    whoActs: 'person',
  },
  'limit-of-phone-starts': {
    cause: 'The application started more phone authentications in a minute than it may.',
    fix: 'Wait as long as Retry-After says; the operator may raise phoneStartsPerMinute of the application.',
    whoActs: 'application',
  },
  'uri-differs-by-slash': {
    cause: 'The redirect_uri differs from a registered one by a slash at the end alone.',
    fix: 'Send it exactly as registered, or the operator adds this form to redirectUris.',
    whoActs: 'application',
  },
  'uri-differs-by-scheme': {
    cause: 'The redirect_uri differs from a registered one by http and https alone.',
    fix: 'Send it exactly as registered. Behind a proxy the application must know that it is reached over https.',
    whoActs: 'application',
  },
  'uri-differs-by-host': {
    cause: 'The redirect_uri has the path of a registered one, on another host.',
    fix: 'The operator adds it to redirectUris, if that host belongs to the application. Otherwise send a registered one.',
    whoActs: 'application',
  },
  'uri-differs-by-port': {
    cause: 'The redirect_uri differs from a registered one by the port alone.',
    fix: 'Send it exactly as registered, or the operator adds this port to redirectUris.',
    whoActs: 'application',
  },
  'uri-differs-by-path': {
    cause: 'The redirect_uri is on a registered host, with another path.',
    fix: 'Send it exactly as registered, or the operator adds this path to redirectUris.',
    whoActs: 'application',
  },
  'uri-differs-by-query': {
    cause: 'The redirect_uri differs from a registered one by its query or fragment alone.',
    fix: 'Send it exactly as registered: what belongs to the request goes into state.',
    whoActs: 'application',
  },
  'pushed-by-other': {
    cause: 'The request_uri was pushed by another application than the one that sent it.',
    fix: 'Send it with the client_id that pushed it.',
    whoActs: 'application',
  },
  'pushed-used': {
    cause:
      'The request_uri was used before. It counts once: often a person reloads the page or goes back.',
    fix: 'Push a request for each login, and redirect the browser at once.',
    whoActs: 'application',
  },
  'pushed-unknown': {
    cause:
      'The request_uri is not known: it is older than two minutes, was changed, or was pushed to another domain.',
    fix: 'Push the request again, and redirect the browser at once, on the same domain.',
    whoActs: 'application',
  },
  'jwt-issuer': {
    cause: 'The signed request names another issuer (iss) than the client_id of the application.',
    fix: 'Set iss to the client_id.',
    whoActs: 'application',
  },
  'jwt-audience': {
    cause: 'The signed request is for another audience (aud) than the issuer of this domain.',
    fix: 'Set aud to the issuer of the discovery document, letter by letter.',
    whoActs: 'application',
  },
  'jwt-expired': {
    cause: 'The signed request has expired, or is dated in the future.',
    fix: 'Sign anew for each request, with exp and iat near the present; compare the clocks.',
    whoActs: 'application',
  },
  'jwt-signature': {
    cause: 'The signed request fits none of the keys that the application has here.',
    fix: 'Sign with a registered key and its kid; or the operator registers the new key in jwks or jwksUri.',
    whoActs: 'application',
  },
  'no-sessions-here': {
    cause:
      'prompt=none requests a login without the person. This domain keeps no sessions (singleSignOnSeconds is off), so each such request is refused.',
    fix: 'Send the person without prompt=none. The operator may turn on single sign-on for the domain.',
    whoActs: 'application',
  },
  'cookie-missing': {
    cause:
      'The browser has no cookie of a login: the link was opened in another browser than the one that began, or the browser keeps no cookies.',
    fix: 'The person goes on in the browser that began the login, or starts again from the application. A link to a login must not be passed on.',
    whoActs: 'person',
  },
  'login-gone': {
    cause: 'The login has finished, or is older than its 20 minutes.',
    fix: 'The person goes back to the application, and starts again there if it does not know the result.',
    whoActs: 'person',
  },
  'database-away': {
    cause: 'The database did not answer in time. Nothing was denied, and nothing was decided.',
    fix: 'The operator looks at the database and the way to it (request.unavailable in the log). Send the same request again later.',
    whoActs: 'operator',
  },
  overloaded: {
    cause:
      'More requests came than the service can serve. Nothing was denied, and nothing was decided.',
    fix: 'The operator adds replicas or database connections (docs/load-and-outages.md). Send the same request again later.',
    whoActs: 'operator',
  },
  ...EID_REASON_WORDS,
};
