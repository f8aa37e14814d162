import type { Application } from '../../../domain/application.ts';
import { Failure } from '../../../domain/failure.ts';
import { FLOWS, type Flow } from '../../../domain/flow.ts';
import type { Domain, Environment } from '../../../domain/tenant.ts';
import { AUTHORIZATION_REQUESTS } from '../errors/entries/authorization-requests.ts';
import { libraryError } from '../errors/library-error.ts';
import { flowsOf } from '../wire-flows.ts';
import type { Params } from './request-checks.ts';

/**
 * Whether this application may be answered so on this domain. A response type that nobody may use is left to the
 * library.
 * @throws {Failure} implicit-on-production, flow-not-offered
 */
export function judgeFlow(responseType: string, application: Application, domain: Domain): void {
  const flows = flowsOf(responseType);
  const [flow] = flows;
  if (flow === undefined) return;
  if (isFlowAllowed(responseType, application, domain)) return;
  const isHere = flows.some((name) => worksOn(name, domain.environment));
  if (!isHere) throw new Failure('implicit-on-production');
  throw new Failure('flow-not-offered', { names: { flow } });
}

/** True when one of the flows with that response type works on this domain and is the application's. */
export function isFlowAllowed(
  responseType: string,
  { flows }: Application,
  { environment }: Domain,
): boolean {
  return flowsOf(responseType).some((flow) => worksOn(flow, environment) && flows.includes(flow));
}

/**
 * The mode that was asked for, or the usual one of the response type. A refusal is told in the usual one.
 * @throws {Failure} response-mode-not-allowed
 */
export function judgeResponseMode(mode: string, params: Params, application: Application): void {
  if (application.responseModes.some((allowed) => allowed === mode)) return;
  params.response_mode = undefined;
  throw new Failure('response-mode-not-allowed', { names: { mode } });
}

/** The prompts that are served, by the values that may be sent. Another account is selected by another login. */
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
export function completePrompt(params: Params): void {
  const sent = new Set(params.prompt?.split(' '));
  if (sent.has('none') && sent.size > 1) {
    throw libraryError(AUTHORIZATION_REQUESTS['prompt-none-not-alone']);
  }
  const served = new Set([...sent].flatMap((value) => PROMPTS.get(value) ?? []));
  params.prompt = served.size === 0 ? undefined : [...served].join(' ');
}

/**
 * What an ID token with evidence weighs fits into no URL. The ID token beside a code has nothing but `sub`.
 * @throws {Failure} evidence-in-fragment
 */
export function judgeEvidence(mode: string, { response_type, scope }: Params): void {
  if (response_type !== 'id_token' || mode !== 'fragment') return;
  if (scope?.split(' ').includes('evidence')) throw new Failure('evidence-in-fragment');
}

/**
 * An application may be held to it, also for a code.
 * @throws {Failure} nonce-missing
 */
export function judgeNonce({ nonce }: Params, { requireNonce }: Application): void {
  if (requireNonce && nonce === undefined) throw new Failure('nonce-missing');
}

function worksOn(flow: Flow, environment: Environment): boolean {
  const environments: readonly Environment[] = FLOWS[flow].environments;
  return environments.includes(environment);
}
