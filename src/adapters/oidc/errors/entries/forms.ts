import { type Entries, MALFORMED } from '../entry.ts';

/** What any endpoint that takes parameters may find wrong with them. */
export const FORMS = {
  'parameter-missing': {
    error: MALFORMED,
    description: 'missing required parameter {name}',
    cause: 'The request lacks the parameter. An empty one counts as absent.',
    fix: 'Send it.',
  },
  'parameters-missing': {
    error: MALFORMED,
    description: 'missing required parameters {names}',
    cause: 'The request lacks the parameters. Empty ones count as absent.',
    fix: 'Send them.',
  },
  'parameter-repeated': {
    error: MALFORMED,
    description: '{names} must not be provided twice',
    cause: 'The same parameter came more than once.',
    fix: 'Send each parameter once.',
  },
  'body-type': {
    error: MALFORMED,
    description: 'only {type} content-type bodies are supported on {endpoint}',
    cause: 'The body is no form: JSON, perhaps.',
    fix: 'Send application/x-www-form-urlencoded.',
  },
  'body-unreadable': {
    error: MALFORMED,
    description: 'failed to parse the request body',
    cause: 'The body is too big, is not of the length that it announced, or is no form.',
    fix: 'Send a form of at most 56 KiB; with Content-Length, a pushed, CIBA or headless request may have 128 KiB.',
  },
  'application-unknown': {
    error: 'invalid_client',
    description: 'no application on this domain has this client_id',
    status: 404,
    cause: 'A published document was asked for with the client_id of no application.',
    fix: 'Check client_id and the domain, or leave client_id out.',
  },
  'service-unavailable': {
    error: 'temporarily_unavailable',
    description: 'the service cannot answer now: try again later',
    status: 503,
    cause:
      'The database does not answer, or more requests came than can be served. Nobody was refused or denied, and nothing was decided.',
    fix: 'Send the same request again after as many seconds as Retry-After says, or three.',
  },
  fault: {
    error: 'server_error',
    description: 'oops! something went wrong',
    status: 500,
    cause: 'A fault of ours: a defect, or something that we were not prepared for.',
    fix: 'Try again. If it stays, tell the operator the reference: the log has the fault.',
  },
} as const satisfies Entries;
