import { type Entries, MALFORMED } from '../entry.ts';

/** What can be wrong with a pushed request, or with the reference to one. */
export const PUSHED_REQUESTS = {
  'pushing-required': {
    error: MALFORMED,
    description: 'Pushed Authorization Request must be used',
    cause: 'The application is set to push its requests (requirePushedAuthorizationRequests).',
    fix: 'Send the parameters to the PAR endpoint, and its request_uri here.',
  },
  'pushed-request-unknown': {
    error: 'invalid_request_uri',
    description: 'request_uri is invalid, expired, or was already used',
    cause:
      'A pushed request lasts a short time, counts once, and only for the application that pushed it.',
    fix: 'Push the request again and send the browser on at once.',
  },
  'pushed-request-used': {
    error: 'invalid_request_uri',
    description: 'request_uri was already used',
    cause: 'Two requests with the same request_uri came at the same moment; the other one counts.',
    fix: 'Push a request for each login.',
  },
  'request-uri-malformed': {
    error: 'invalid_request_uri',
    description: 'invalid request_uri',
    cause: 'The value is no request_uri of the PAR endpoint.',
    fix: 'Send what the PAR endpoint answered, unchanged.',
  },
  'request-and-request-uri': {
    error: MALFORMED,
    description: 'request and request_uri parameters MUST NOT be used together',
    cause: 'The request has both.',
    fix: 'Send one of the two.',
  },
  'request-uri-unsupported': {
    error: 'request_uri_not_supported',
    cause: 'The request is to be fetched from a URL, or a pushed request names another pushed one.',
    fix: 'Send the parameters themselves, or push them first.',
  },
} as const satisfies Entries;
