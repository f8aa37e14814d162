/** What each parameter of an answer is for. */
const WORDS: Readonly<Record<string, string>> = {
  code: 'To be exchanged once, within a minute, by whoever began the login.',
  state: 'Must equal the one that the request sent: it binds the answer to this browser.',
  iss: 'Who answers (RFC 9207): must equal the issuer that was asked.',
  id_token: 'Who logged in, signed by the issuer. Verified below.',
  access_token: 'Opens the userinfo endpoint. It is no proof of who logged in.',
  token_type: 'How the access token is sent: in the header Authorization.',
  expires_in: 'How long the access token works, in seconds.',
  scope: 'What was granted.',
  error: 'The kind of failure, for the program.',
  error_description: 'The reason, for the developer.',
  error_uri: 'A page about this error, with the code of this login.',
  auth_req_id: 'Names this request in each poll.',
  headless_req_id: 'Names this request in each poll.',
  interval: 'The least time between polls, in seconds.',
  acr_data: 'What the application shows: the QR code and the token that starts the app.',
  request_uri: 'Stands for the pushed request in the address of the login.',
};

const REQUEST_LIFETIME = 'How long this request can be used, in seconds.';

/** What a member of an answer is for; undefined for a name that is none of ours. */
export function wordsOf(
  name: string,
  answer: Readonly<Record<string, unknown>>,
): string | undefined {
  if (name === 'expires_in' && !('access_token' in answer)) return REQUEST_LIFETIME;
  return Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
}

/** The support code that an error page or answer names; undefined for none. */
export function codeIn(errorUri: unknown): string | undefined {
  if (typeof errorUri !== 'string' || !URL.canParse(errorUri)) return undefined;
  return new URL(errorUri).searchParams.get('code') ?? undefined;
}
