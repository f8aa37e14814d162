import type { Context } from 'koa';
import Provider, { errors } from 'oidc-provider';

import { Failure, serviceUnavailableIn } from '../../../domain/failure.ts';
import type { StartFailure } from '../../../domain/login.ts';
import type { Ending } from '../../../domain/progress.ts';
import type { PendingText } from '../../../flows/polling/poll-view.ts';
import { REFUSALS } from './catalogue.ts';
import { PENDING, POLL_REFUSALS } from './entries/backchannel.ts';
import { CLIENT_AUTHENTICATION } from './entries/client-authentication.ts';
import { BACKCHANNEL_ENDINGS, ENDINGS } from './entries/eid.ts';
import { ANY_ENDPOINT, TOKEN_REQUESTS } from './entries/endpoints.ts';
import type { Entry } from './entry.ts';

/** An error of the catalogue as an error of the library, with the key of its entry. */
export type CataloguedError = errors.OIDCProviderError & { readonly key: string };

/** The details of one error. */
export interface ErrorDetails {
  /** The values of the placeholders in its description. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** For our own log only. */
  readonly cause?: unknown;
}

/** An entry of the catalogue as an error of the library. The library answers with it by the rules of the endpoint. */
export function libraryError(
  { key, error, description = '', status = 400 }: Entry,
  { values = {}, cause }: ErrorDetails = {},
): CataloguedError {
  const filled = description.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  const thrown = new errors.CustomOIDCProviderError(error, filled, { cause });
  return Object.assign(thrown, { key, status, statusCode: status });
}

/** Shown to the person on a page, never sent to the application. */
export function onPage(error: errors.OIDCProviderError): errors.OIDCProviderError {
  return Object.assign(error, { allow_redirect: false });
}

/** An OAuth error as it is sent: ASCII text only. */
export interface OAuthError {
  readonly error: string;
  readonly error_description: string;
}

/** The error of an ending on the redirect of a browser login, and the key of its entry. */
export function oauthErrorOf(ending: Ending | StartFailure): OAuthError & { readonly key: string } {
  const { key, error, description = '' } = ENDINGS[ending];
  return { key, error, error_description: description };
}

/** The same as an error of the library. */
export function endingError(ending: Ending | StartFailure): CataloguedError {
  return libraryError(ENDINGS[ending]);
}

/** The error of an ending at the token endpoint. */
export function backchannelEnding(ending: Ending): CataloguedError {
  return libraryError(BACKCHANNEL_ENDINGS[ending] ?? ENDINGS[ending]);
}

/** The error of a poll while the person is not done. */
export function authorizationPending(text: PendingText): CataloguedError {
  return libraryError(PENDING[text]);
}

/** The error of a poll that came too soon after the one before. */
export function slowDown(): CataloguedError {
  return libraryError(POLL_REFUSALS['too-soon']);
}

/** The library's own error for a grant that cannot be used. `detail` is for our log only. */
export function invalidGrant(detail: string): CataloguedError {
  const { key } = TOKEN_REQUESTS['grant-invalid'];
  return Object.assign(new errors.InvalidGrant(detail), { key });
}

/** The library's own error for a client that did not authenticate. `detail` is for our log only. */
export function invalidClient(detail: string): CataloguedError {
  const { key } = CLIENT_AUTHENTICATION['client-authentication-failed'];
  return Object.assign(new errors.InvalidClientAuth(detail), { key });
}

/** Characters that a description must not hold (RFC 6749 §5.2). The message of a parser may quote the JWT. */
const FORBIDDEN = /[^\x20-\x7e]|["\\]/g;

/** The body that explains to a client's developer why its assertion was refused. */
export function refusedAssertion(reason: string): OAuthError {
  const { error, error_description = '' } = libraryError(
    CLIENT_AUTHENTICATION['client-assertion-refused'],
    { values: { reason: reason.replace(FORBIDDEN, '?') } },
  );
  return { error, error_description };
}

/** A failure as an error of the library. */
export function libraryErrorOf(failure: Failure): CataloguedError {
  const { code, values, message: error_detail, reason, facts } = failure;
  return Object.assign(libraryError(REFUSALS[code], { values }), { error_detail, reason, facts });
}

/** Runs a validation. Its failure is thrown as an error of the library. */
export function withOAuthErrorsSync<Result>(validate: () => Result): Result {
  try {
    return validate();
  } catch (error) {
    throw asLibraryError(error);
  }
}

/**
 * Runs an action. Its failure is thrown as an error of the library. `Retry-After` has the seconds until the next try
 * (RFC 6585 §4, RFC 9110 §10.2.3). It is set after too many requests, and while the circuit of an eID is open.
 */
export async function withOAuthErrors<Answer>(
  ctx: Pick<Context, 'set'>,
  act: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Failure) setRetryAfter(ctx, error.values.seconds);
    throw asLibraryError(error);
  }
}

/** Sets the seconds until the next try, if they are known. */
export function setRetryAfter(
  ctx: Pick<Context, 'set'>,
  seconds: string | number | undefined,
): void {
  if (seconds !== undefined) ctx.set('Retry-After', String(seconds));
}

/** A failure as an error of the library; any other error as it is. */
function asLibraryError(error: unknown): unknown {
  return error instanceof Failure ? libraryErrorOf(error) : error;
}

/** The library's error for an outage. `cause` is for our log only. */
export function outageError(cause: unknown): CataloguedError {
  return libraryError(ANY_ENDPOINT['service-unavailable'], { cause });
}

/**
 * The error that a store throws to its caller. The library takes any error but its own for a defect. While it serves a
 * request, an outage is therefore one of its own errors. A login that cannot be finished now is not over. Its page
 * tries again, and the application gets no error yet.
 */
export function asLibraryOutage(error: unknown): unknown {
  const { ctx } = Provider;
  if (ctx === undefined || serviceUnavailableIn(error) === undefined) return error;
  const outage = outageError(error);
  return ctx.oidc?.route === 'resume' ? onPage(outage) : outage;
}
