import type { Context } from 'koa';
import Provider, { type Client, type KoaContextWithOIDC } from 'oidc-provider';

import type { Application } from '../../../domain/application.ts';
import type { EidCatalogue } from '../../../domain/eid-offer.ts';
import { Failure } from '../../../domain/failure.ts';
import { FLOWS, type Flow } from '../../../domain/flow.ts';
import type { Domain, Environment } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import { AUTHORIZATION_REQUESTS } from '../errors/entries/authorization-requests.ts';
import { libraryError, withOAuthErrorsSync } from '../errors/oauth-errors.ts';
import { flowsOf, normalResponseType } from '../grant-types.ts';
import { contextOf } from '../request-context.ts';
import { completeAcr, completeScope, loginHintOf, type Params } from './request-checks.ts';

/**
 * Completes each authorization request, pushed or not, from its login hint and its path, before the library validates it. The
 * check of the response mode is the library's first once all parameters are read.
 */
export function makeCompleteRequest({
  domain,
  configuration,
}: {
  readonly domain: Domain;
  readonly configuration: Configuration;
}) {
  return function completeRequest({ clientId }: Client, mode: string): boolean {
    const { ctx } = Provider;
    const application = configuration.application(domain, clientId);
    if (ctx === undefined || application === undefined) return false;
    withOAuthErrorsSync(() => complete(ctx, { application, domain, configuration, mode }));
    return true;
  };
}

interface ApplicationRequest {
  readonly application: Application;
  readonly domain: Domain;
  readonly configuration: Configuration;
  /** The response mode of the request, or the usual one of its response type. */
  readonly mode: string;
}

function complete(
  ctx: KoaContextWithOIDC,
  { application, domain, configuration, mode }: ApplicationRequest,
): void {
  const params = ctx.oidc.params as Params;
  // Without a response type there is no mode either; the library refuses it next.
  if (params.response_type === undefined) return;
  params.response_type = normalResponseType(params.response_type);
  completePrompt(params);
  validateFlow(params.response_type, application, domain);
  validateResponseMode(mode, params, application);
  const loginHint = loginHintOf(params, configuration);
  const { prefixAcr: prefix } = contextOf(ctx);
  completeAcr(params, { loginHint, prefix, application, configuration });
  completeScope(params, loginHint, { application, configuration });
  validateTokenLength(mode, params, configuration.catalogue);
  validateNonce(params, application);
  if (params.response_type.includes('id_token')) addPlaceholderNonce({ ctx, params });
}

/**
 * Refuses a flow that the application may not use on this domain. The library refuses an unknown response type.
 * @throws {Failure} implicit-on-production, flow-not-offered
 */
export function validateFlow(responseType: string, application: Application, domain: Domain): void {
  const flows = flowsOf(responseType);
  const [flow] = flows;
  if (flow === undefined) return;
  if (isFlowAllowed(responseType, application, domain)) return;
  const isHere = flows.some((name) => worksOn(name, domain.environment));
  if (!isHere) throw new Failure('implicit-on-production');
  throw new Failure('flow-not-offered', { values: { flow } });
}

/** True when the domain and the application allow one of the flows with that response type. */
export function isFlowAllowed(
  responseType: string,
  { flows }: Application,
  { environment }: Domain,
): boolean {
  return flowsOf(responseType).some((flow) => worksOn(flow, environment) && flows.includes(flow));
}

/**
 * Validates the response mode of the request, or the usual one of its response type. The usual one carries the refusal.
 * @throws {Failure} response-mode-not-allowed
 */
export function validateResponseMode(mode: string, params: Params, application: Application): void {
  if (application.responseModes.some((allowed) => allowed === mode)) return;
  params.response_mode = undefined;
  throw new Failure('response-mode-not-allowed', { values: { mode } });
}

/** The prompts that are served, by the values that may be sent. A person selects another account by a new login. */
const PROMPTS: ReadonlyMap<string, string> = new Map([
  ['none', 'none'],
  ['login', 'login'],
  ['consent', 'consent'],
  ['consent_revoke', 'consent_revoke'],
  ['select_account', 'login'],
]);

/**
 * Ignores unknown values, as OpenID Connect Core §3.1.2.1 permits. `none` beside any other value stays an error there.
 * @throws invalid_request
 */
function completePrompt(params: Params): void {
  const sent = new Set(params.prompt?.split(' '));
  if (sent.has('none') && sent.size > 1) {
    throw libraryError(AUTHORIZATION_REQUESTS['prompt-none-not-alone']);
  }
  const served = new Set([...sent].flatMap((value) => PROMPTS.get(value) ?? []));
  params.prompt = served.size === 0 ? undefined : [...served].join(' ');
}

/**
 * An ID token with evidence or a photo is too long for a URL. The ID token beside a code holds `sub` only.
 * @throws {Failure} scope-in-fragment
 */
export function validateTokenLength(
  mode: string,
  { response_type, scope: granted }: Params,
  { longScopes }: Pick<EidCatalogue, 'longScopes'>,
): void {
  if (response_type !== 'id_token' || mode !== 'fragment') return;
  const scope = granted?.split(' ').find((name) => longScopes.includes(name));
  if (scope !== undefined) throw new Failure('scope-in-fragment', { values: { scope } });
}

/**
 * Requires a nonce, also for a code, where the application's settings do.
 * @throws {Failure} nonce-missing
 */
export function validateNonce({ nonce }: Params, { requireNonce }: Application): void {
  if (requireNonce && nonce === undefined) throw new Failure('nonce-missing');
}

function worksOn(flow: Flow, environment: Environment): boolean {
  const environments: readonly Environment[] = FLOWS[flow].environments;
  return environments.includes(environment);
}

interface NonceRequest {
  readonly ctx: Pick<Context, 'req'>;
  readonly params: { nonce?: string | undefined };
}

/**
 * The specification's requests for an ID token have no nonce; the library refuses those. The request gets one for the
 * library's checks and loses it before anything is stored.
 */
export function addPlaceholderNonce({ ctx, params }: NonceRequest): void {
  if (params.nonce !== undefined) return;
  params.nonce = 'left-out';
  contextOf(ctx).hasPlaceholderNonce = true;
}

/** Removes it. A nonce that was sent stays. */
export function removePlaceholderNonce({ ctx, params }: NonceRequest): void {
  const context = contextOf(ctx);
  if (!context.hasPlaceholderNonce) return;
  context.hasPlaceholderNonce = false;
  params.nonce = undefined;
}
