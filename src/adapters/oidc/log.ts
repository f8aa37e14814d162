import type Koa from 'koa';
import type { Context } from 'koa';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

import { serviceUnavailableIn } from '../../domain/failure.ts';
import type { Log, LogFacts } from '../../ports/log.ts';
import type { AuthenticationIdOf } from '../../ports/runtime.ts';
import { REQUEST_ID, REQUEST_STARTED } from './endpoints.ts';
import { keyOf, type ThrownError } from './errors/key-of.ts';
import type { FinishedLogin } from './storage/consume-login.ts';
import { shownSupportCodeIn } from './support-code.ts';

/** Where errors are logged. `onFault` gets errors that the library's handlers did not catch. */
export interface ErrorLogDeps {
  readonly log: Log;
  readonly authenticationIdOf: AuthenticationIdOf;
  readonly onFault: (cause: unknown, ctx?: Context) => void;
}

/** The library's events of refusals at the endpoints that we offer. */
export const REFUSAL_EVENTS = [
  'authorization.error',
  'pushed_authorization_request.error',
  'backchannel_authentication.error',
  'grant.error',
  'userinfo.error',
  'end_session.error',
  'end_session_confirm.error',
  'end_session_success.error',
  'discovery.error',
  'jwks.error',
] as const;

/** The usual answers to polls; an entry for each would bury the others. */
const STILL_PENDING: readonly unknown[] = ['authorization_pending', 'slow_down'];

/**
 * Every refusal and every fault leaves one entry that the reference of the answer finds. `authentication` then finds
 * the event of the outcome.
 */
export function logLibraryErrors(provider: Provider, deps: ErrorLogDeps): void {
  const { log, authenticationIdOf, onFault } = deps;
  // Without a listener the framework writes stacks to standard error.
  (provider as Koa).on('error', onFault);
  for (const at of REFUSAL_EVENTS) {
    // The types list each event by itself, all of them with these arguments.
    provider.on(at as 'grant.error', (ctx, error) => {
      if (STILL_PENDING.includes(error.error)) return;
      logRefusal(log, error, { at, ...facts(ctx, error, authenticationIdOf) });
    });
  }
  provider.on('server_error', (ctx, cause) => {
    const entry = facts(ctx, cause, authenticationIdOf);
    if (isExposed(cause) || serviceUnavailableIn(cause) !== undefined)
      return logRefusal(log, cause, entry);
    log.error('request.failed', { ...entry, cause });
  });
}

/** True for an error of the catalogue or of the library. Anything else is a defect. */
function isExposed({ expose }: ThrownError): boolean {
  return expose === true;
}

function logRefusal(log: Log, error: ThrownError, entry: LogFacts): void {
  const unavailable = serviceUnavailableIn(error);
  if (unavailable !== undefined)
    log.warn('request.unavailable', { ...entry, cause: unavailable.message });
  // The eID's answer was lost, or was not valid: the request itself was right.
  else if (error.error === 'server_error') log.warn('request.refused', entry);
  else log.info('request.refused', entry);
}

function facts(
  ctx: KoaContextWithOIDC,
  thrown: ThrownError,
  authenticationIdOf: AuthenticationIdOf,
) {
  const { error, error_description, error_detail } = thrown;
  return {
    reference: ctx.response.get('X-Request-Id'),
    support_code: shownSupportCodeIn(ctx),
    client: ctx.oidc?.client?.clientId,
    authentication: requestedAuthenticationId(ctx, authenticationIdOf),
    key: keyOf(ctx, thrown),
    code: error,
    description: error_description,
    detail: error_detail,
  };
}

/** The events of answers that give a person, or the way to one, to an application. */
const SUCCESS_EVENTS = ['authorization.success', 'grant.success', REQUEST_STARTED] as const;

/** Every answer with a result leaves one entry that its reference finds. `authentication` then finds the event. */
export function logAnswers(
  provider: Provider,
  { log, authenticationIdOf }: Pick<ErrorLogDeps, 'log' | 'authenticationIdOf'>,
): void {
  for (const at of SUCCESS_EVENTS) {
    // The types list each event by itself, all of ours with this argument.
    provider.on(at as 'grant.success', (ctx: KoaContextWithOIDC) =>
      log.info('request.answered', {
        at,
        reference: ctx.response.get('X-Request-Id'),
        support_code: shownSupportCodeIn(ctx),
        client: ctx.oidc.client?.clientId,
        authentication: requestedAuthenticationId(ctx, authenticationIdOf),
      }),
    );
  }
}

/**
 * The authentication of a request, as its event names it. A poll's is derived from the id that it sent, whether such
 * a request exists or not.
 */
export function requestedAuthenticationId(
  { oidc, body }: Partial<KoaContextWithOIDC>,
  authenticationIdOf: AuthenticationIdOf,
): string | undefined {
  if (oidc === undefined) return undefined;
  const { Interaction, AuthorizationCode, AccessToken, Grant } = oidc.entities;
  const login = Interaction?.result as { readonly eid?: FinishedLogin } | undefined;
  const granted = AuthorizationCode?.grantId ?? AccessToken?.grantId ?? Grant?.jti;
  const named = requestIdIn(oidc.params) ?? requestIdIn(body);
  return login?.eid?.authenticationId ?? granted ?? (named && authenticationIdOf(named));
}

/** The id of a CIBA or headless request: a parameter of a poll, a member of the answer that starts one. */
function requestIdIn(fields: unknown): string | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined;
  const { [REQUEST_ID.ciba]: ciba, [REQUEST_ID.headless]: headless } = fields as Fields;
  const id = ciba ?? headless;
  return typeof id === 'string' ? id : undefined;
}

type Fields = Readonly<Record<string, unknown>>;
