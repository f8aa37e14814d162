import * as oidc from 'openid-client';

import { Failure, type FailureCode } from '../../../../domain/failure.ts';
import type { Ending } from '../../../../domain/progress.ts';
import type { RedirectOutcome } from '../../../../ports/eid.ts';
import { isRefusal } from '../https/https-client.ts';
import { UnverifiedAnswer } from '../unverified-answer.ts';
import type { OidcRow } from './oidc-row.ts';
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
/** The library's code of an answer that asks for credentials: ours were refused. */
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
export function departureFailure(cause: unknown): Failure {
  const isOfRequest = !(cause instanceof ProviderUnreachable);
  const isRefused = isOfRequest && isRefusal(responseOf(cause)?.status);
  return failureOf(cause, isRefused ? 'eid-refused-request' : 'eid-unavailable');
}

/** The failure of a call that is made again. */
export function pollFailure(cause: unknown): Failure {
  return failureOf(cause, 'eid-unavailable');
}

/** `unnamed`: the code of an answer without a word of OAuth. */
function failureOf(cause: unknown, unnamed: FailureCode): Failure {
  const sent = wordOf(cause instanceof oidc.ResponseBodyError ? cause.error : undefined);
  const error = sent ?? (codeOf(cause) === CHALLENGE ? 'invalid_client' : undefined);
  const seconds = retryAfterOf(cause);
  const code = misfitIn(cause) ?? (error === undefined ? unnamed : codeOfWord(error));
  return new Failure(code, {
    ...(code === 'eid-unavailable' && seconds !== undefined && { values: { seconds } }),
    ...(error !== undefined && { hintCode: error }),
    detail: `departure: ${error ?? codeOf(cause) ?? 'no answer'}`,
    cause,
  });
}

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

/** The provider's answer, if the error has one. */
function responseOf(cause: unknown): Response | undefined {
  if (cause instanceof oidc.ResponseBodyError) return cause.response;
  const isOfAnswer = cause instanceof oidc.ClientError && cause.cause instanceof Response;
  return isOfAnswer ? (cause.cause as Response) : undefined;
}

function retryAfterOf(cause: unknown): number | undefined {
  const header = responseOf(cause)?.headers.get('retry-after') ?? '';
  return /^\d{1,5}$/.test(header) ? Number(header) : undefined;
}

/** The ending of an answer that names an error, or cannot be redeemed. */
export function endingOf({ endings = {} }: OidcRow, error: unknown): RedirectOutcome {
  if (error instanceof oidc.AuthorizationResponseError) {
    const description = wordOf(error.error_description);
    const why =
      (description !== undefined && ownEntry(endings, description)) ||
      ownEntry(endings, error.error) ||
      ownEntry(ENDINGS, error.error) ||
      'failed';
    return ended(why, wordOf(error.error) ?? 'error');
  }
  // A refusal to redeem says nothing about the person, and must not look like a denial.
  if (error instanceof oidc.ResponseBodyError) return ended('lost', wordOf(error.error) ?? 'error');
  const unverified = unverifiedIn(error);
  if (unverified !== undefined) return ended('unverified', unverified.step);
  const code = codeOf(error);
  if (code === CHALLENGE) return ended('lost', 'invalid_client');
  const isUnverified = code !== undefined && UNVERIFIED.includes(code);
  return ended(isUnverified ? 'unverified' : 'lost', code ?? 'no_answer');
}

function ended(why: Ending, hintCode: string): RedirectOutcome {
  return { state: 'ended', why, hintCode };
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
