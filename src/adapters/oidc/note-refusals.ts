import type { Context } from 'koa';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';

import { parseAcr } from '../../domain/acr.ts';
import type { Channel } from '../../domain/authentication.ts';
import type { RefusalReason, RefusedStep, StepKind } from '../../domain/login-timeline.ts';
import type { SupportCode } from '../../domain/support-code.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/configuration.ts';
import type { NotedLogin, NoteSteps } from '../../ports/login-timelines.ts';
import type { AuthenticationIdOf, Clock, NewSupportCode } from '../../ports/runtime.ts';
import { BACKCHANNEL_ENDPOINTS, ENDPOINTS, REQUEST_ID } from './endpoints.ts';
import { ENDING_ENTRIES, POLL_ENDINGS } from './errors/entries/eid.ts';
import { keyOf, type ThrownError } from './errors/key-of.ts';
import { artifactKind } from './storage/artifact-adapter.ts';
import { type NoteRefusal, showSupportCode, supportCodeIn } from './support-code.ts';

/** The ports of the notes. */
export interface NoteRefusalsDeps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly noteSteps: NoteSteps;
  readonly newSupportCode: NewSupportCode;
  readonly authenticationIdOf: AuthenticationIdOf;
  readonly clock: Clock;
}

/** The library's names of the endpoints where a browser begins and resumes a login. */
const FOR_BROWSERS: readonly unknown[] = ['authorization', 'resume'];
/** Those of the protocol's metadata belong to no login. */
const NO_LOGIN: readonly unknown[] = ['discovery', 'jwks'];
const ENDINGS: readonly string[] = Object.keys({ ...ENDING_ENTRIES, ...POLL_ENDINGS });

/** A refusal with a known login is a step of it. Any other has a timeline of its own, and is a step of the login it names. */
export function makeNoteRefusal(deps: NoteRefusalsDeps): NoteRefusal {
  const { domain, noteSteps, newSupportCode, clock } = deps;
  const { tenantId } = domain;
  const noted = new WeakSet<Error>();

  return function noteRefusal(anyCtx, error) {
    const ctx = anyCtx as KoaContextWithOIDC;
    const key = keyOf(ctx, error);
    const endpoint = String(ctx.oidc?.route ?? 'request');
    if (key === undefined || NO_LOGIN.includes(endpoint) || noted.has(error)) return;
    noted.add(error);
    const at = clock().getTime();
    const step = { at, ...stepOf(ctx, { error, endpoint, key }) };
    const known = supportCodeIn(ctx);
    if (known !== undefined) return noteSteps.note({ tenantId, login: { code: known }, step });
    const named = namedLogin(ctx, deps);
    if (named !== undefined) noteSteps.note({ tenantId, login: named, step });
    const code = newSupportCode();
    showSupportCode(ctx, code);
    const refused = { at, what: 'refused', key, endpoint } as const;
    noteSteps.refused(refusedRequest(ctx, deps, { code, step: refused }), addressOf(ctx));
    return undefined;
  };
}

interface Refusal {
  readonly error: ThrownError;
  readonly endpoint: string;
  readonly key: string;
}

/** Errors that the application receives: endings, and at the authorization endpoint those that no page shows. */
function stepOf(ctx: KoaContextWithOIDC, { error, endpoint, key }: Refusal): StepKind {
  const { allow_redirect: isRedirected } = error as { readonly allow_redirect?: boolean };
  const isTold = FOR_BROWSERS.includes(endpoint) ? isRedirected !== false : ENDINGS.includes(key);
  if (isTold) return { what: 'told', answer: 'error', key };
  const refused: RefusedStep = { what: 'refused', key, endpoint };
  const reason = reasonOf(ctx, error);
  return reason === undefined ? refused : { ...refused, reason };
}

/** The login that a request to the token endpoint names before the client has authenticated. */
function namedLogin(ctx: Context, { domain, authenticationIdOf }: NoteRefusalsDeps) {
  const fields = fieldsOf(ctx);
  if (ctx.path !== ENDPOINTS.token) return undefined;
  const requestId = fields[REQUEST_ID.ciba] ?? fields[REQUEST_ID.headless];
  if (typeof requestId === 'string') {
    return { authenticationId: authenticationIdOf(requestId) } satisfies NotedLogin;
  }
  const { code } = fields;
  if (typeof code !== 'string') return undefined;
  return { artifact: { kind: artifactKind(domain, 'AuthorizationCode'), id: code } };
}

function fieldsOf(ctx: Context): Readonly<Record<string, unknown>> {
  const { oidc } = ctx as Partial<KoaContextWithOIDC>;
  const params = oidc?.params ?? oidc?.body ?? (ctx as { readonly body?: unknown }).body;
  return ctx.method === 'GET' ? { ...ctx.query, ...Object(params) } : Object(params);
}

function refusedRequest(
  ctx: KoaContextWithOIDC,
  { domain, configuration }: NoteRefusalsDeps,
  {
    code,
    step,
  }: { readonly code: SupportCode; readonly step: RefusedStep & { readonly at: number } },
) {
  const { client_id: clientId, acr_values: acr, state } = fieldsOf(ctx);
  const named = ctx.oidc?.client?.clientId ?? text(clientId) ?? '';
  return {
    tenantId: domain.tenantId,
    code,
    issuer: domain.issuer,
    // Any other text is not ours to keep.
    clientId: configuration.application(domain, named)?.clientId,
    channel: channelOf(ctx.path),
    acr: offeredAcr(text(acr), configuration),
    state: text(state),
    reference: ctx.response.get('X-Request-Id'),
    step,
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function offeredAcr(acr: string | undefined, { catalogue }: Configuration) {
  const parsed = parseAcr(acr ?? '');
  return parsed !== undefined && catalogue.offerOf(parsed) !== undefined ? parsed : undefined;
}

function channelOf(path: string): Channel {
  if (path === ENDPOINTS.backchannel_authentication) return 'ciba';
  return path === BACKCHANNEL_ENDPOINTS.headlessAuthorize ? 'headless' : 'browser';
}

function addressOf(ctx: Context): string {
  return ctx.get('X-Forwarded-For');
}

/** By the library's own texts for our log, which never reach the client. */
const REASONS: readonly (readonly [RegExp, RefusalReason])[] = [
  [/its result is consumed/, 'result-reported'],
  [/already (?:been )?consumed|used up/, 'code-used'],
  [/code is expired/, 'code-expired'],
  [/client mismatch/, 'code-of-other-client'],
  [/redirect_uri mismatch/, 'redirect-uri-differs'],
  [/code_verifier must be provided/, 'verifier-missing'],
  [/code_challenge/, 'verifier-differs'],
  [/client is (?:unknown|invalid)|not found/, 'client-unknown'],
  [/invalid secret|secret/, 'secret-wrong'],
  [/auth method|authentication method/, 'method-not-set-up'],
];

function reasonOf(ctx: Context, error: ThrownError): RefusalReason | undefined {
  if (ctx.path !== ENDPOINTS.token) return undefined;
  const { error_detail: detail = '' } = error;
  return REASONS.find(([pattern]) => pattern.test(detail))?.[1];
}

/** Notes every refusal of the library. Registered before the log, whose lines have the code. */
export function noteRefusals(
  provider: Provider,
  note: NoteRefusal,
  events: readonly string[],
): void {
  for (const at of events) {
    // The types list each event by itself, all of them with these arguments.
    provider.on(at as 'grant.error', (ctx, error) => {
      if (!['authorization_pending', 'slow_down'].includes(error.error)) note(ctx, error);
    });
  }
}
