import { type Acr, parseAcr } from '../../../domain/acr.ts';
import { type Application, offeredAcrValues } from '../../../domain/application.ts';
import { grantedScope, parseScope } from '../../../domain/claims.ts';
import type { EidOffer } from '../../../domain/eid-offer.ts';
import { Failure } from '../../../domain/failure.ts';
import type { Intent } from '../../../domain/intent.ts';
import { intentOf } from '../../../domain/intent-from-login-hint.ts';
import { type LoginHint, NO_LOGIN_HINT, parseLoginHint } from '../../../domain/login-hint.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/configuration.ts';

/** The longest parameter, in characters. It is stored with a login, so it must be shorter than a URL may be. */
const MAX_LENGTH = 4096;
/** A text to sign may travel in the login_hint. */
const MAX_LENGTHS = new Map([
  ['login_hint', 56 * 1024],
  // It has its own limit, and its own error.
  ['binding_message', 56 * 1024],
  // An ID token with evidence is as long as a request may be. The library accepts only tokens of ours.
  ['id_token_hint', 128 * 1024],
  ['nonce', 1024],
]);
/** Preferences that are dropped when they are longer: a request never fails because of them. */
const MAX_PREFERENCE_LENGTHS = Object.entries({
  ui_locales: 1024,
  claims_locales: 1024,
  display: 64,
});

/** The parameters of a request as the library holds them; `undefined` stands for one that was not sent. */
export type Params = Record<string, string | undefined>;

/** The sources of an acr value beside `acr_values`, the first one first. */
export interface AcrSources {
  readonly loginHint: LoginHint;
  /** The acr value in the request's path. */
  readonly prefix?: Acr | undefined;
  readonly application: Application;
  readonly configuration: Pick<Configuration, 'catalogue'>;
}

/** @throws {Failure} as `parseLoginHint` */
export function loginHintOf(
  { login_hint: text }: Params,
  { catalogue }: Pick<Configuration, 'catalogue'>,
): LoginHint {
  return text === undefined ? NO_LOGIN_HINT : parseLoginHint(text, catalogue.directives);
}

/**
 * The intent of a browser's request.
 * @throws {Failure} as `parseLoginHint`, `eidOfferOf` and `intentOf`
 */
export function browserIntentOf(
  params: Params,
  acr: Acr,
  { configuration, now }: { readonly configuration: Configuration; readonly now: Date },
): Intent {
  const offer = eidOfferOf(acr, configuration);
  const scope = params.scope?.split(' ') ?? [];
  return intentOf(loginHintOf(params, configuration), { offer, channel: 'browser', scope, now });
}

/**
 * The eID of an acr value that the domain offers.
 * @throws {Failure} eid-not-offered, when this release has no such eID any more
 */
export function eidOfferOf(acr: Acr, { catalogue }: Pick<Configuration, 'catalogue'>): EidOffer {
  const offer = catalogue.offerOf(acr);
  if (offer === undefined) throw new Failure('eid-not-offered', { detail: acr });
  return offer;
}

/** Fills in the acr value of a request that has none, and replaces an alias by its acr value. */
export function completeAcr(
  params: Params,
  { loginHint, prefix, application, configuration }: AcrSources,
): void {
  const sent = params.acr_values ?? loginHint.acrValues ?? prefix ?? application.defaultAcrValues;
  params.acr_values = sent && configuration.catalogue.withoutAlias(sent);
}

/**
 * Replaces the scope by the granted part of the scope and of the login hint's scope together.
 * @throws {Failure} scope-malformed, scope-without-openid
 */
export function completeScope(
  params: Params,
  loginHint: LoginHint,
  { application, configuration }: Pick<AcrSources, 'application' | 'configuration'>,
): void {
  const sent = [...(params.scope === undefined ? [] : [params.scope]), ...loginHint.scope];
  const tokens = sent.length === 0 ? [] : validateScope(sent.join(' '));
  if (!tokens.includes('openid')) throw new Failure('scope-without-openid');
  params.scope = grantedScope(tokens, application, configuration.catalogue.scopes).join(' ');
}

/** @throws {Failure} scope-malformed */
export function validateScope(scope: string): readonly string[] {
  const tokens = parseScope(scope);
  if (tokens === undefined) throw new Failure('scope-malformed');
  return tokens;
}

/**
 * The one acr value of a request.
 * @throws {Failure} acr-missing, acr-not-one, acr-discontinued, acr-not-offered
 */
export function validateAcr(
  text: string | undefined,
  domain: Domain,
  { application, configuration }: Pick<AcrSources, 'application' | 'configuration'>,
): Acr {
  if (!text) throw new Failure('acr-missing');
  const acr = parseAcr(text);
  if (acr === undefined) throw new Failure('acr-not-one');
  const replacement = configuration.catalogue.replacementOf(acr);
  if (replacement !== undefined) throw new Failure('acr-discontinued', { values: { replacement } });
  const offered = offeredAcrValues(application, domain.acrValues);
  if (offered.includes(acr)) return acr;
  const isKnown = configuration.catalogue.offerOf(acr) !== undefined;
  const isOnDomain = domain.acrValues.includes(acr);
  const reason = isOnDomain
    ? 'acr-not-for-application'
    : isKnown
      ? 'acr-not-on-domain'
      : 'acr-unknown';
  const values = { offered: offered.join(' ') || 'none' };
  throw new Failure('acr-not-offered', { values, reason });
}

/** Drops preferences that are too long. */
export function dropLongPreferences(params: Params): void {
  for (const [name, longest] of MAX_PREFERENCE_LENGTHS) {
    if ((params[name]?.length ?? 0) > longest) params[name] = undefined;
  }
}

/** @throws {Failure} parameter-too-long */
export function validateLengths(params: Params): void {
  for (const [name, value = ''] of Object.entries(params)) {
    const limit = MAX_LENGTHS.get(name) ?? MAX_LENGTH;
    if (value.length > limit) throw new Failure('parameter-too-long', { values: { name, limit } });
  }
}

/** The longest state, in characters. */
export const MAX_STATE_LENGTH = 4096;
