import type { Context } from 'koa';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

import { parseAcr } from '../../domain/acr.ts';
import type { Channel } from '../../domain/authentication.ts';
import type { RefusedStep, ToldStep } from '../../domain/login-timeline.ts';
import { shownSupportCode } from '../../domain/support-code.ts';
import type { Domain } from '../../domain/tenant.ts';
import { startedAgainNote } from '../../flows/order/eid-failure.ts';
import type { Configuration } from '../../ports/configuration.ts';
import type { Log } from '../../ports/log.ts';
import type { NamedLogin, NoteSteps, RefusedRequest } from '../../ports/login-timelines.ts';
import type { AuthenticationIdOf, Clock, NewSupportCode } from '../../ports/runtime.ts';
import type { Vault } from '../../ports/vault.ts';
import { endpointLabelOf } from './endpoint-label.ts';
import { ENDPOINTS, REQUEST_ID } from './endpoints.ts';
import { POLL_REFUSALS } from './errors/entries/backchannel.ts';
import { CLIENT_AUTHENTICATION } from './errors/entries/client-authentication.ts';
import { ENDING_ENTRIES, POLL_ENDINGS } from './errors/entries/eid.ts';
import { keyOf, type ThrownError } from './errors/key-of.ts';
import { findReason } from './findings/find-reason.ts';
import { contextOf } from './request-context.ts';
import {
  accessTokenIn,
  claimsOf,
  credentialsClientId,
  fieldsOf,
  textOf,
  textsOf,
} from './request-fields.ts';
import { artifactKind } from './storage/artifact-adapter.ts';
import { type NoteRefusal, type Refused, showSupportCode, supportCodeIn } from './support-code.ts';

/** The ports of the notes. */
export interface NoteRefusalsDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly noteSteps: NoteSteps;
  readonly newSupportCode: NewSupportCode;
  readonly authenticationIdOf: AuthenticationIdOf;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** The endpoints where a browser begins and resumes a login. */
const FOR_BROWSERS: readonly unknown[] = ['authorize', 'resume'];
/** Those of the protocol's metadata belong to no login. */
const NO_LOGIN: readonly unknown[] = ['discovery', 'jwks'];
const { 'too-many-requests': _limit, ...ENDED } = ENDING_ENTRIES;
const ENDINGS: readonly string[] = Object.keys({ ...ENDED, ...POLL_ENDINGS });

/**
 * A refusal with a known login is a step of it. Any other has a timeline of its own, and is a step of the login it names.
 * Whatever the request has: no fault here changes its answer.
 */
export function makeNoteRefusal(deps: NoteRefusalsDeps): NoteRefusal {
  const { domain, noteSteps, newSupportCode, clock } = deps;
  const { tenantId } = domain;
  const noted = new WeakSet<Error>();
  const unlessItFails = makeUnlessItFails(deps.log);

  return function noteRefusal(anyCtx, error, refused) {
    const ctx = anyCtx as KoaContextWithOIDC;
    const key = keyOf(ctx, error);
    const endpoint = refused?.endpoint ?? endpointLabelOf(ctx.url);
    if (key === undefined || NO_LOGIN.includes(endpoint) || noted.has(error)) return;
    noted.add(error);
    unlessItFails(key, () => note(ctx, { error, key, endpoint }, refused));
  };

  function note(ctx: KoaContextWithOIDC, refusal: Refusal, refused: Refused | undefined): void {
    const { error, key, endpoint } = refusal;
    const at = clock().getTime();
    const finding = unlessItFails(key, () => findReason(ctx, { error, key }, deps)) ?? {};
    const known = supportCodeIn(ctx);
    if (known === undefined && key === POLL_REFUSALS['too-soon'].key) return;
    const code = known ?? newSupportCode();
    const ofFirst = startedAgainNote({ tenantId, ...finding, again: code, endpoint, at });
    if (ofFirst !== undefined) noteSteps.note(ofFirst);
    if (known !== undefined) {
      const step = { at, ...stepOf({ error, endpoint, key }), ...finding };
      noteSteps.note({ tenantId, login: { code: known }, step });
      return;
    }
    const named = refused?.login ?? namedLogin(ctx, deps);
    showSupportCode(ctx, code);
    const first = { at, what: 'refused', key, endpoint, ...finding } as const;
    if (named !== undefined) {
      // The login itself goes on, or is over: no outcome of it.
      const facts = { ...finding.facts, code: shownSupportCode(code) };
      noteSteps.note({ tenantId, login: named, step: { ...first, facts, byOther: true } });
    }
    const request = refusedRequest(ctx, deps, { code, step: first, login: named });
    noteSteps.refused(request, addressOf(ctx));
  }
}

/** Runs what reads unverified texts. A fault is one warning for each kind of error, not one for each request. */
function makeUnlessItFails(log: Pick<Log, 'warn'>) {
  const warned = new Set<string>();
  return function unlessItFails<T>(key: string, run: () => T): T | undefined {
    try {
      return run();
    } catch (cause) {
      if (!warned.has(key)) log.warn('request.finding_failed', { key, cause: placeOf(cause) });
      warned.add(key);
      return undefined;
    }
  };
}

/** The kind and the place of a fault; its message may have a value of the request. */
function placeOf(cause: unknown): string {
  const { name, stack = '' } = cause instanceof Error ? cause : new Error('not an error');
  return `${name} ${stack.match(/^ +at .*$/m)?.[0].trim() ?? ''}`;
}

interface Refusal {
  readonly error: ThrownError;
  readonly endpoint: string;
  readonly key: string;
}

/** Errors that the application receives: endings, and at the authorization endpoint those that no page shows. */
function stepOf({ error, endpoint, key }: Refusal): ToldStep | RefusedStep {
  const { allow_redirect: isRedirected } = error as { readonly allow_redirect?: boolean };
  const isTold = FOR_BROWSERS.includes(endpoint) ? isRedirected !== false : ENDINGS.includes(key);
  return isTold ? { what: 'told', answer: 'error', key } : { what: 'refused', key, endpoint };
}

/** The login that a request names before its client has authenticated: by a code, a token, or the id of its request. */
function namedLogin(
  ctx: KoaContextWithOIDC,
  { domain, authenticationIdOf }: NoteRefusalsDeps,
): NamedLogin | undefined {
  const fields = fieldsOf(ctx);
  const requestId = fields[REQUEST_ID.ciba] ?? fields[REQUEST_ID.headless];
  if (typeof requestId === 'string') return { authenticationId: authenticationIdOf(requestId) };
  const { loginId } = contextOf(ctx).pushed ?? {};
  if (loginId !== undefined) return { loginId };
  const isAtUserinfo = ctx.path === ENDPOINTS.userinfo;
  const [model, id] = isAtUserinfo
    ? ['AccessToken', accessTokenIn(ctx)]
    : ['AuthorizationCode', ctx.path === ENDPOINTS.token ? textOf(fields.code) : undefined];
  return id === undefined ? undefined : { artifact: { kind: artifactKind(domain, model), id } };
}

/** The application that a request names: as it authenticated, otherwise as it says, otherwise by an ID token of ours. */
function clientIdIn(ctx: KoaContextWithOIDC): string | undefined {
  const fields = fieldsOf(ctx);
  const said = ctx.oidc?.client?.clientId ?? credentialsClientId(ctx) ?? textOf(fields.client_id);
  if (said !== undefined) return said;
  const token = fields.id_token_hint ?? accessTokenIn(ctx);
  return textsOf(claimsOf(token)?.aud)[0];
}

function refusedRequest(
  ctx: KoaContextWithOIDC,
  { domain, configuration }: NoteRefusalsDeps,
  { code, step, login }: Pick<RefusedRequest, 'code' | 'step' | 'login'>,
): RefusedRequest {
  const fields = fieldsOf(ctx);
  const { acr_values: acr, state } = fields;
  return {
    tenantId: domain.tenantId,
    code,
    issuer: domain.issuer,
    // Any other text is not ours to keep.
    clientId: configuration.application(domain, clientIdIn(ctx) ?? '')?.clientId,
    isAuthenticated: isAuthenticated(ctx, step),
    channel: channelOf(step.endpoint, fields),
    acr: offeredAcr(textOf(acr), configuration),
    state: textOf(state),
    reference: ctx.response.get('X-Request-Id'),
    login,
    step,
  };
}

/** The library knows the client while it authenticates it; a public one and a browser prove nothing. */
function isAuthenticated(
  { oidc }: KoaContextWithOIDC,
  { endpoint, key }: Pick<RefusedStep, 'endpoint' | 'key'>,
): boolean {
  const method = oidc?.client?.clientAuthMethod;
  const isPublic = method === undefined || method === 'none';
  const isOfProgram = ['token', 'par', 'ciba', 'headless'].includes(endpoint);
  return isOfProgram && !isPublic && !Object.hasOwn(CLIENT_AUTHENTICATION, key);
}

function offeredAcr(acr: string | undefined, { catalogue }: Configuration) {
  const parsed = parseAcr(acr ?? '');
  return parsed !== undefined && catalogue.offerOf(parsed) !== undefined ? parsed : undefined;
}

function channelOf(endpoint: string, fields: Readonly<Record<string, unknown>>): Channel {
  if (endpoint === 'ciba' || fields[REQUEST_ID.ciba] !== undefined) return 'ciba';
  const isHeadless = endpoint === 'headless' || fields[REQUEST_ID.headless] !== undefined;
  return isHeadless ? 'headless' : 'browser';
}

function addressOf(ctx: Context): string {
  return ctx.get('X-Forwarded-For');
}

/** The usual answer to a poll. */
const PENDING_ERROR = 'authorization_pending';

/** Notes every refusal of the library. Registered before the log, whose lines have the code. */
export function noteRefusals(
  provider: Provider,
  note: NoteRefusal,
  events: readonly string[],
): void {
  for (const at of events) {
    // The types list each event by itself, all of them with these arguments.
    provider.on(at as 'grant.error', (ctx, error) => {
      if (error.error !== PENDING_ERROR) note(ctx, error);
    });
  }
}
