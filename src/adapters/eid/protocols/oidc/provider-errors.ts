import * as oidc from 'openid-client';

import type { EidFinding } from '../../../../domain/eid-reasons.ts';
import { Failure, type FailureCode } from '../../../../domain/failure.ts';
import { type Ending, OUTAGE } from '../../../../domain/progress.ts';
import { shownValue } from '../../../../domain/shown-value.ts';
import type { RedirectOutcome } from '../../../../ports/eid.ts';
import { isRefusal } from '../https/https-client.ts';
import { UnverifiedAnswer } from '../unverified-answer.ts';
import type { OidcRow } from './oidc-row.ts';
import {
  type CallContext,
  credentialsRefused,
  failedCheck,
  noAnswer,
  notRedeemed,
  requestRefused,
  responseOf,
} from './provider-findings.ts';
import { ProviderUnreachable } from './provider-http-api.ts';

/** The standard's errors (RFC 6749, OpenID Connect Core). All others are `failed`. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  access_denied: 'declined',
  login_required: 'failed',
  interaction_required: 'failed',
  unmet_authentication_requirements: 'app-unable',
};

/** The library's codes of an answer that is readable, and not to be believed. */
const UNVERIFIED = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
  'OAUTH_DECRYPTION_FAILED',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
];

/** The errors of a pushed request that show a fault of our settings. */
const MISCONFIGURED = ['invalid_client', 'unauthorized_client'];
const CHALLENGE = 'OAUTH_WWW_AUTHENTICATE_CHALLENGE';
/** The library's codes of refused credentials, of another issuer, of an address without TLS, and of a missing endpoint. */
const MISFITS = [
  CHALLENGE,
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_MISSING_SERVER_METADATA',
  'MISSING_SETTING',
];
/** The errors of a provider that cannot serve anybody now. */
const UNAVAILABLE = ['server_error', 'temporarily_unavailable', 'slow_down'];

/** The failure of a departure, or of another call that begins something. */
export function departureFailure(cause: unknown, context: CallContext): Failure {
  const isOfRequest = !(cause instanceof ProviderUnreachable);
  const isRefused = isOfRequest && isRefusal(responseOf(cause)?.status);
  return failureOf(cause, isRefused ? 'eid-refused-request' : 'eid-unavailable', context);
}

/** The failure of a call that is made again. */
export function pollFailure(cause: unknown, context: CallContext): Failure {
  return failureOf(cause, 'eid-unavailable', context);
}

/** `unnamed`: the code of an answer without a word of OAuth. */
function failureOf(cause: unknown, unnamed: FailureCode, context: CallContext): Failure {
  const sent = wordOf(cause instanceof oidc.ResponseBodyError ? cause.error : undefined);
  const error = sent ?? (codeOf(cause) === CHALLENGE ? 'invalid_client' : undefined);
  const seconds = retryAfterOf(cause);
  const code = misfitIn(cause) ?? (error === undefined ? unnamed : codeOfWord(error));
  return new Failure(code, {
    ...(code === 'eid-unavailable' && seconds !== undefined && { values: { seconds } }),
    ...(error !== undefined && { hintCode: error }),
    ...findingOf(code, cause, context),
    detail: `departure: ${error ?? codeOf(cause) ?? 'no answer'}`,
    cause,
  });
}

function findingOf(code: FailureCode, cause: unknown, context: CallContext): EidFinding {
  const word = wordOf(cause instanceof oidc.ResponseBodyError ? cause.error : undefined);
  if (code === 'eid-refused-request') return requestRefused(cause, word, context);
  if (code !== 'eid-misconfigured') return noAnswer(cause, word, context);
  const isRefused = word !== undefined || codeOf(cause) === CHALLENGE;
  if (isRefused) return credentialsRefused(cause, word, context);
  const reason = cause instanceof ProviderUnreachable ? cause.cause : cause;
  return { reason: 'eid-settings-unfit', facts: { ...unfit(reason), call: context.call } };
}

/** What does not fit, and the settings that it comes from. */
function unfit(cause: unknown): { readonly what: string; readonly settings: string } {
  const step = unverifiedIn(cause)?.step;
  if (step !== undefined) return { what: step, settings: UNFIT[step] ?? 'issuer' };
  const code = codeOf(cause);
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') {
    return { what: 'the discovery document names another issuer', settings: 'issuer' };
  }
  if (code === 'OAUTH_MISSING_SERVER_METADATA') {
    return { what: 'the discovery document lacks an endpoint', settings: 'issuer' };
  }
  if (code === 'MISSING_SETTING' && cause instanceof Error) {
    return { what: cause.message, settings: 'the one that is missing' };
  }
  return { what: 'an address without TLS', settings: 'issuer' };
}

const UNFIT: Readonly<Record<string, string>> = {
  keys: 'providerKeys or entityStatement',
  statement: 'entityStatement',
};

/** A fault of our settings, whatever the provider answers. */
function misfitIn(cause: unknown): FailureCode | undefined {
  const reason = cause instanceof ProviderUnreachable ? cause.cause : cause;
  // The statement in the settings, or the keys that it must have signed.
  if (unverifiedIn(reason) !== undefined) return 'eid-misconfigured';
  const code = codeOf(reason);
  return code !== undefined && MISFITS.includes(code) ? 'eid-misconfigured' : undefined;
}

function codeOfWord(error: string): FailureCode {
  if (UNAVAILABLE.includes(error)) return 'eid-unavailable';
  return MISCONFIGURED.includes(error) ? 'eid-misconfigured' : 'eid-refused-request';
}

function retryAfterOf(cause: unknown): number | undefined {
  const header = responseOf(cause)?.headers.get('retry-after') ?? '';
  return /^\d{1,5}$/.test(header) ? Number(header) : undefined;
}

/** The ending of an answer that names an error, or cannot be redeemed. */
export function endingOf(
  { endings = {} }: OidcRow,
  error: unknown,
  context: CallContext,
): RedirectOutcome {
  if (error instanceof oidc.AuthorizationResponseError) {
    const description = wordOf(error.error_description);
    const why =
      (description !== undefined && ownEntry(endings, description)) ||
      ownEntry(endings, error.error) ||
      ownEntry(ENDINGS, error.error) ||
      'failed';
    return ended(why, wordOf(error.error) ?? 'error', returnedError(why, error));
  }
  // A refusal to redeem says nothing about the person, and must not look like a denial.
  if (error instanceof oidc.ResponseBodyError) {
    const word = wordOf(error.error);
    const isOurs = word !== undefined && MISCONFIGURED.includes(word);
    if (isDown(error)) return ended('lost', OUTAGE, noAnswer(error, word, context));
    const finding = (isOurs ? credentialsRefused : notRedeemed)(error, word, context);
    return ended('lost', word ?? 'error', finding);
  }
  const unverified = unverifiedIn(error);
  if (unverified !== undefined) return ended('unverified', unverified.step, check(unverified.step));
  const code = codeOf(error);
  if (code === CHALLENGE) {
    const isOurs = context.call === 'token endpoint';
    const finding = (isOurs ? credentialsRefused : notRedeemed)(error, undefined, context);
    return ended('lost', 'invalid_client', finding);
  }
  if (code !== undefined && UNVERIFIED.includes(code)) {
    return ended('unverified', code, check(failedCheck(error)));
  }
  const finding = noAnswer(error, undefined, context);
  return ended('lost', isDown(error) ? OUTAGE : (code ?? 'no_answer'), finding);
}

/** The provider answered that it cannot serve now. */
function isDown(error: unknown): boolean {
  return [502, 503, 504].includes(responseOf(error)?.status ?? 0);
}

/** The errors of an authorization endpoint that are about our request (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6). */
const OF_REQUEST = [
  'invalid_request',
  'invalid_request_object',
  'invalid_request_uri',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_response_type',
];

/** What the provider says about our request; undefined for the endings of a person, and for its own faults. */
function returnedError(
  why: Ending,
  { error, error_description: description }: oidc.AuthorizationResponseError,
): EidFinding | undefined {
  if (why !== 'failed' || !OF_REQUEST.includes(error)) return undefined;
  const said = shownValue(description);
  return { reason: 'eid-returned-error', facts: { answer: error, ...(said && { said }) } };
}

function check(name: string): EidFinding {
  return { reason: 'answer-unverified', facts: { check: name } };
}

function ended(why: Ending, hintCode: string, finding?: EidFinding): RedirectOutcome {
  return { state: 'ended', why, hintCode, ...(finding && { finding }) };
}

function ownEntry(endings: Readonly<Record<string, Ending>>, word: string): Ending | undefined {
  return Object.hasOwn(endings, word) ? endings[word] : undefined;
}

/** An error code. Another text could hold personal data, and is not repeated. */
function wordOf(text: string | undefined): string | undefined {
  return text !== undefined && /^[a-z_]{1,60}$/i.test(text) ? text : undefined;
}

/** Ours, also as the cause of the library's error. */
function unverifiedIn(error: unknown): UnverifiedAnswer | undefined {
  if (error instanceof UnverifiedAnswer) return error;
  if (!(error instanceof oidc.ClientError || error instanceof ProviderUnreachable))
    return undefined;
  return unverifiedIn(error.cause);
}

/** The library's code of an error. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
