import type { FailureCode } from '../../../../domain/failure.ts';
import type { PendingText } from '../../../../flows/polling/poll-view.ts';
import { type Entry, libraryEntries, MALFORMED, serviceEntries } from '../entry.ts';

const NO_BINDING_MESSAGE = 'invalid_binding_message';

/** Our refusals of a CIBA or headless request, beside those of any request. */
export const BACKCHANNEL_REFUSALS = serviceEntries({
  'binding-message-missing': {
    error: MALFORMED,
    description: "missing required parameter 'binding_message'",
    cause: 'Every phone authentication shows its purpose in the app, and the request has none.',
    fix: 'Send binding_message: the sentence as plain text.',
    whoActs: 'application',
  },
  'message-beside-binding-message': {
    error: MALFORMED,
    description: 'a CIBA request carries its text in binding_message, not in login_hint',
    cause: 'login_hint has message:.',
    fix: 'Move the text to binding_message.',
    whoActs: 'application',
  },
  'binding-message-not-taken': {
    error: NO_BINDING_MESSAGE,
    description: 'the eID service of acr_values words the binding message itself',
    cause: 'The request has a binding_message, which this eID’s app would not show.',
    fix: 'Leave it out, and read out the bindingMessage of the answer.',
    whoActs: 'application',
  },
  'binding-message-too-long': {
    error: NO_BINDING_MESSAGE,
    description: 'binding_message is longer than {limit} characters {measured}',
    cause: 'The sentence is longer than the eID shows.',
    fix: 'Shorten it.',
    whoActs: 'application',
  },
  'binding-message-forbidden-character': {
    error: NO_BINDING_MESSAGE,
    description:
      'binding_message holds a character that is not allowed: U+{codePoint} at character {position}',
    cause:
      'The sentence has a character that an eID’s app does not show as it is: a control character or an invisible one.',
    fix: 'Remove the character with this code point.',
    whoActs: 'application',
  },
  'binding-message-gap': {
    error: NO_BINDING_MESSAGE,
    description:
      'binding_message has more than {lines} line breaks or {characters} characters of white space in a row at character {position}',
    cause: 'White space in the sentence pushes what follows out of sight.',
    fix: 'Shorten the white space.',
    whoActs: 'application',
  },
  'call-initiator-missing': {
    error: MALFORMED,
    description: "missing required parameter 'callInitiator'",
    cause: 'The request has no callInitiator, and the application has no default.',
    fix: 'Send callInitiator=RP or callInitiator=user; or the operator sets defaultCallInitiator.',
    whoActs: 'application',
  },
  'call-initiator-malformed': {
    error: MALFORMED,
    description: 'callInitiator must be RP or user',
    cause: 'The parameter has another value.',
    fix: 'Send RP when your side called the person, user when the person called.',
    whoActs: 'application',
  },
  'call-initiator-contradiction': {
    error: MALFORMED,
    description: 'callInitiator and authorization_details name different initiators',
    cause: 'The request has two different values.',
    fix: 'Send one of the two.',
    whoActs: 'application',
  },
  'authorization-details-malformed': {
    error: 'invalid_authorization_details',
    description: 'authorization_details must be a list of one object of type {type}',
    cause:
      'The parameter is not JSON, has another shape, unknown members, or the type of another eID.',
    fix: 'Send [{"type":"phoneAuth","callInitiator":"RP"}], with the type of the eID, or leave it out. Only phoneAuth has callInitiator.',
    whoActs: 'application',
  },
  'end-user-ip-missing': {
    error: MALFORMED,
    description: "missing required parameter 'end_user_ip'",
    cause: 'The application must send the person’s address (requireEndUserIp).',
    fix: 'Send the address of the person’s device, as your server sees it.',
    whoActs: 'application',
  },
  'end-user-ip-malformed': {
    error: MALFORMED,
    description: 'end_user_ip must be an IPv4 or IPv6 address',
    cause: 'The value is no address: it has a port, or is a list of addresses or a host’s name.',
    fix: 'Send one address and nothing else.',
    whoActs: 'application',
  },
  'return-url-malformed': {
    error: MALFORMED,
    description:
      'return_url must be one of the redirect URIs of the application; a query may follow it',
    cause: 'The eID’s app would have to open a URL that the application has not registered.',
    fix: 'Send a URL of the application, or the operator registers it.',
    whoActs: 'application',
  },
  'request-not-signed': {
    error: MALFORMED,
    description: 'this application must send its request as a signed request object',
    cause: 'The application has backchannelRequestSigningAlg, and the request came unsigned.',
    fix: 'Send the parameters as a signed JWT in request.',
    whoActs: 'application',
  },
}) satisfies Partial<Record<FailureCode, Entry>>;

/** Refusals of a CIBA or headless request with the library's own codes and texts. */
export const CIBA_REQUESTS = libraryEntries({
  'hint-missing': {
    error: MALFORMED,
    description:
      'missing one of required parameters login_hint_token, id_token_hint, or login_hint',
    cause: 'The request names no person.',
    fix: 'Send login_hint.',
    whoActs: 'application',
  },
  'hint-twice': {
    error: MALFORMED,
    description:
      'only one of required parameters login_hint_token, id_token_hint, or login_hint must be provided',
    cause: 'The request names the person in two ways.',
    fix: 'Send login_hint alone.',
    whoActs: 'application',
  },
  'person-unknown': {
    error: 'unknown_user_id',
    description: 'could not identify end-user',
    cause: 'The request names the person in a way that is not supported, such as login_hint_token.',
    fix: 'Send login_hint.',
    whoActs: 'application',
  },
  'requested-expiry-malformed': {
    error: MALFORMED,
    description: 'invalid requested_expiry parameter value',
    cause: 'The value is no whole number of seconds above 0.',
    fix: 'Leave it out, or send a whole number above 0.',
    whoActs: 'application',
  },
});

const PENDING_ERROR = 'authorization_pending';

/** The answers to a poll while the person is not done, in the exact texts of the specification. */
export const PENDING = serviceEntries({
  'first-interaction': {
    error: PENDING_ERROR,
    description: 'awaiting first user interaction',
    cause:
      'The person has not opened the request in the eID’s app, or the app has only just started.',
    fix: 'No error: poll again in five seconds.',
    whoActs: 'person',
  },
  acknowledgement: {
    error: PENDING_ERROR,
    description: 'awaiting user request acknowledgement',
    cause: 'The app has the request, and the person has not agreed to go on with it.',
    fix: 'No error: poll again in five seconds.',
    whoActs: 'person',
  },
  identification: {
    error: PENDING_ERROR,
    description: 'awaiting user identification',
    cause: 'The person is about to identify in the app.',
    fix: 'No error: poll again in five seconds.',
    whoActs: 'person',
  },
  'not-granted': {
    error: PENDING_ERROR,
    description: 'User has not yet granted authorization',
    cause: 'The person has not chosen the words in the eID’s app. This eID reports no stages.',
    fix: 'No error: poll again after the interval of the first answer.',
    whoActs: 'person',
  },
}) satisfies Record<PendingText, Entry>;

/** The refusals of a poll while the request is pending. */
export const POLL_REFUSALS = serviceEntries({
  /** A poll that came too soon after the one before. */
  'too-soon': {
    error: 'slow_down',
    description: 'poll at most once a second',
    cause: 'Two polls of a pending request came less than a second apart.',
    fix: 'Poll every five seconds. The pace is not lengthened by this answer.',
    whoActs: 'application',
  },
});
