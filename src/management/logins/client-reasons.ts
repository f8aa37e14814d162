import type { Finding } from '../../domain/login-timeline.ts';

const POLLING = {
  cause: 'The application polled again after it had the one answer of its request.',
  fix: 'Stop polling after the first answer that is not authorization_pending or slow_down.',
  whoActs: 'application',
} as const;

/** Why a client did not authenticate, or what it sent for tokens or claims was refused. */
export const CLIENT_REASONS = {
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
  'credentials-swapped': {
    cause:
      'The request sent the client_id of an application in the place of the secret: the two were swapped.',
    fix: 'Put client_id first and the secret second. The secret was sent as a name, and names are in logs: the operator replaces it.',
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
  'secret-old': {
    cause: 'The client secret is one of this application that has expired; it has a newer one.',
    fix: 'Put the newer secret into the application, or the operator lets the old one live longer.',
    whoActs: 'application',
  },
  'secret-with-blanks': {
    cause:
      'The client secret is right but for blanks, a line break or quotes at an end: it was copied with them, or read from a file.',
    fix: 'Remove what surrounds the secret in the settings of the application.',
    whoActs: 'application',
  },
  'secret-encoded': {
    cause: 'The client secret is right but encoded once too often (percent signs, or base64).',
    fix: 'Send the secret as it was issued: form-encoded once in the Basic header, or once in the body.',
    whoActs: 'application',
  },
  'secret-of-other': {
    cause: 'The client secret is that of another application of this domain.',
    fix: 'Use client_id and secret of the same application: two configurations were mixed up.',
    whoActs: 'application',
  },
  'method-not-set-up': {
    cause: 'The application authenticated in another way than its settings say.',
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
  'token-expired': {
    cause:
      'The access token was found and is not valid any more: it lasts 120 seconds, with some tolerance; or the application may no longer have the claims.',
    fix: 'Request the claims at once after the token, and store those that are needed longer.',
    whoActs: 'application',
  },
  'token-unknown': {
    cause:
      'No access token of this domain is like the one that came: it was changed or cut, is another domain’s, or is older than a quarter of an hour.',
    fix: 'Send access_token of the token answer unchanged, to the domain that issued it, at once.',
    whoActs: 'application',
  },
  'grant-withdrawn': {
    cause:
      'The application may no longer have the person of this login: its settings, or those of the eID, were changed after the login, or the person was erased.',
    fix: 'The operator looks at the latest changes of the application: its flows, its acr values, the eID. The person logs in again.',
    whoActs: 'operator',
  },
  'token-revoked': {
    cause:
      'The access token was revoked: the application had sent the code of this login a second time.',
    fix: 'Exchange each code once: look for a retry, a reloaded callback page, or two servers that handle the same callback.',
    whoActs: 'application',
  },
  'no-refresh-tokens': {
    cause:
      'The application sent grant_type=refresh_token. There are no refresh tokens here: each token answer belongs to one login.',
    fix: 'Keep the application’s own session after a login. When it ends, begin a new login; with single sign-on of the domain prompt=none does so without the person.',
    whoActs: 'application',
  },
  'no-such-grant': {
    cause:
      'The application requested a grant type that does not exist here. Tokens are for a person who logged in: there are no client credentials and no passwords.',
    fix: 'Send the grant type of the flow: authorization_code after a redirect, or that of CIBA or headless in a poll.',
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
} as const satisfies Readonly<Record<string, Finding>>;
