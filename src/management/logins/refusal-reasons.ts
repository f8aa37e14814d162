import type { Finding, RefusalReason } from '../../domain/login-timeline.ts';
import { CLIENT_REASONS } from './client-reasons.ts';
import { EID_REASON_WORDS } from './eid-reason-words.ts';
import { LOGIN_REASONS } from './login-reasons.ts';

/** The finding of each reason: it takes the place of the general cause and remedy of the catalogue. */
export const REASONS: Readonly<Record<RefusalReason, Finding>> = {
  'parameter-absent': {
    cause:
      'The request lacks a parameter that it needs. It is {name}. A parameter without a value counts as absent.',
    fix: 'Send {name}. Compare the spelling with the names that came.',
    whoActs: 'application',
  },
  'form-is-json': {
    cause:
      'The parameters came as JSON where a form is expected, so none of them was read: many HTTP clients send the type of a form by themselves.',
    fix: 'Send the parameters as name=value pairs joined by & (application/x-www-form-urlencoded), not as JSON.',
    whoActs: 'application',
  },
  'form-encoded-twice': {
    cause:
      'The form was encoded once too often, so none of its parameters was read: its = or & came as %3D or %26.',
    fix: 'Encode each name and each value by itself, and join them with = and &. Do not encode the whole form again.',
    whoActs: 'application',
  },
  'acr-several': {
    cause: 'acr_values has several names; a request names exactly one eID service.',
    fix: 'Send one of acr_values_supported of the discovery document: let the person choose before.',
    whoActs: 'application',
  },
  'acr-no-name': {
    cause: 'acr_values is no name of an eID service: each begins with urn:grn:authn:.',
    fix: 'Send one of acr_values_supported of the discovery document.',
    whoActs: 'application',
  },
  'hint-signature': {
    cause:
      'id_token_hint names this domain and application, and no key of ours signed it as it came: it was changed or cut, or is older than our keys.',
    fix: 'Send the last id_token as it came, or leave id_token_hint out.',
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
  'pushed-unknown': {
    cause:
      'The request_uri is not known: it is older than two minutes, was changed, or was pushed to another domain.',
    fix: 'Push the request again, and redirect the browser at once, on the same domain.',
    whoActs: 'application',
  },
  'person-length': {
    cause:
      'login_hint names the person by a number of the wrong length, or with characters that no such number has.',
    fix: 'Send all its digits, with the century: the application checks the number before it sends it.',
    whoActs: 'application',
  },
  'person-date': {
    cause:
      'login_hint names the person by a number whose date of birth does not exist, or is not past.',
    fix: 'Correct the number: look for a typing error, or for day and month in the wrong order.',
    whoActs: 'application',
  },
  'person-check-digit': {
    cause:
      'login_hint names the person by a number whose check digit is wrong: a digit was mistyped.',
    fix: 'Correct the number: the application checks the digit before it sends the number.',
    whoActs: 'application',
  },
  'person-form': {
    cause:
      'login_hint names the person by a text that has not the form of such a number, or an impossible date.',
    fix: 'Send the number of the country of this eID, with all its characters.',
    whoActs: 'application',
  },
  'person-not-taken': {
    cause:
      'login_hint names the person by a national number, and this eID takes and releases none: the number itself was not judged.',
    fix: 'Leave sub:ssn: out for this eID. Compare the person after the login, by other claims such as name and date of birth.',
    whoActs: 'application',
  },
  'message-charset': {
    cause:
      'The text has a character that this eID cannot show. The eID takes those of {charset} alone. The character is {codePoint}, at place {position}.',
    fix: 'Write the text without it: arrows, emoji and letters of other alphabets are outside of that charset.',
    whoActs: 'application',
  },
  ...CLIENT_REASONS,
  ...LOGIN_REASONS,
  ...EID_REASON_WORDS,
};
