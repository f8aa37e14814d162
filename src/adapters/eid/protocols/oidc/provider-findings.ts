import * as oidc from 'openid-client';

import type { EidFinding, StepFacts } from '../../../../domain/eid-reasons.ts';
import { isRefusal } from '../https/https-client.ts';
import { answerOf } from '../https/json-call.ts';
import { networkCodeIn, networkFinding } from '../https/network-finding.ts';

/** What surrounds an error of the library. */
export interface CallContext {
  /** The provider's endpoint that was called last. */
  readonly call: string;
  /** The settings of our credentials. */
  readonly settings: string;
}

/** Notes which endpoint is called, for the timeline. The discovery document comes before all. */
export function watchCalls(provider: oidc.Configuration, note: (call: string) => void): void {
  const send = provider[oidc.customFetch];
  if (send === undefined) return;
  const metadata = { ...provider.serverMetadata() } as Readonly<Record<string, unknown>>;
  provider[oidc.customFetch] = (url, options) => {
    const call = Object.entries(CALLS).find(([member]) => metadata[member] === url)?.[1];
    if (call !== undefined) note(call);
    return send(url, options);
  };
}

/** The call before all others. */
export const DISCOVERY = 'discovery document';

const CALLS: Readonly<Record<string, string>> = {
  token_endpoint: 'token endpoint',
  userinfo_endpoint: 'userinfo endpoint',
  jwks_uri: 'key set',
  pushed_authorization_request_endpoint: 'endpoint for pushed requests',
  backchannel_authentication_endpoint: 'CIBA endpoint',
};

/** The provider refused us, not the request: at which endpoint, and with which answer. */
export function credentialsRefused(
  error: unknown,
  word: string | undefined,
  { call, settings }: CallContext,
): EidFinding {
  const status = responseOf(error)?.status ?? 401;
  return {
    reason: 'credentials-refused',
    facts: { answer: answerOf(status, word ?? challengedWith(error)), settings, call },
  };
}

/** The error in a challenge, when it is a word of OAuth. */
function challengedWith(error: unknown): string | undefined {
  if (!(error instanceof oidc.WWWAuthenticateChallengeError)) return undefined;
  const word = error.cause[0]?.parameters.error;
  return word !== undefined && /^[a-z_]{1,60}$/.test(word) ? word : undefined;
}

/** The provider refused this request. */
export function requestRefused(
  error: unknown,
  word: string | undefined,
  { call }: CallContext,
): EidFinding {
  return { reason: 'eid-refused-parameters', facts: { answer: answered(error, word), call } };
}

/** The provider is there, and does not redeem. */
export function notRedeemed(
  error: unknown,
  word: string | undefined,
  { call }: CallContext,
): EidFinding {
  return { reason: 'answer-not-redeemed', facts: { answer: answered(error, word), call } };
}

/** No usable answer: a status, an unreadable one, or none. */
export function noAnswer(
  error: unknown,
  word: string | undefined,
  { call }: CallContext,
): EidFinding {
  const response = responseOf(error);
  if (call === DISCOVERY && isRefusal(response?.status)) {
    return { reason: 'eid-address-wrong', facts: { code: `HTTP ${response?.status}`, call } };
  }
  if (response !== undefined && response.status !== 200 && response.status !== 201) {
    return { reason: 'eid-out-of-order', facts: { answer: answerOf(response.status, word), call } };
  }
  const isNetwork = response === undefined && networkCodeIn(error) !== undefined;
  const found: EidFinding = isNetwork ? networkFinding(error) : { reason: 'eid-unreadable' };
  return withCall(found, call);
}

function withCall({ reason, facts }: EidFinding, call: string): EidFinding {
  return { reason, facts: { ...facts, call } satisfies StepFacts };
}

function answered(error: unknown, word: string | undefined): string {
  return answerOf(responseOf(error)?.status ?? 400, word);
}

/** The provider's answer, if the error has one. */
export function responseOf(cause: unknown): Response | undefined {
  const isOfAnswer =
    cause instanceof oidc.ResponseBodyError || cause instanceof oidc.WWWAuthenticateChallengeError;
  if (isOfAnswer) return cause.response;
  if (!(cause instanceof Error)) return undefined;
  return cause.cause instanceof Response ? cause.cause : responseOf(cause.cause);
}

/** The library's texts of checks that no member of its errors names. */
const CHECKS: readonly (readonly [RegExp, string])[] = [
  [/signature verification failed/, 'signature'],
  [/no applicable keys|multiple applicable keys/, 'key'],
  [/"alg"|unsupported JWS/, 'algorithm'],
  [/"iss" \(issuer\)/, 'iss'],
  [/"aud"/, 'aud'],
  [/"state"/, 'state'],
  [/JWT "(?:at_hash|c_hash)"/, 'at_hash'],
];

/** The check of an answer that failed, in one word: a claim, `signature`, `key`, `algorithm`, or `form`. */
export function failedCheck(error: unknown): string {
  let found = error;
  while (found instanceof Error) {
    const { cause, message } = found;
    const { claim, attribute } = Object(cause) as Readonly<Record<string, unknown>>;
    for (const named of [claim, attribute]) {
      if (typeof named === 'string' && /^[a-z_]{1,20}$/.test(named)) return named;
    }
    const missing = /JWT "([a-z_]{1,20})" \([^)]*\) claim (?:missing|type)/.exec(message)?.[1];
    const known = missing ?? CHECKS.find(([pattern]) => pattern.test(message))?.[1];
    if (known !== undefined) return known;
    found = cause;
  }
  return 'form';
}
