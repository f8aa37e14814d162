import { isJsonObject, type Json, type JsonObject } from '../../../../domain/json.ts';
import type { RedirectRequest } from '../../../../ports/eid.ts';
import type { OidcRequestShape, OidcRow } from './oidc-row.ts';
import { filledParameters, filledText, type TemplateValues } from './template.ts';

/** The secrets and facts of one departure, which the check of its answer needs. */
export interface Kept {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly callback: string;
  readonly acr: string;
  readonly scope: readonly string[];
  /** The claims that the person must have, because of the request. */
  readonly expected?: Texts;
  /** The values of the request that become claims. */
  readonly remembered?: Texts;
}

type Texts = Readonly<Record<string, string>>;

/** What the departure adds to the request. */
export interface DepartureFacts {
  readonly nonce: string;
  readonly codeChallenge: string;
  readonly callback: string;
  /** The values of the row's own settings. */
  readonly settings?: TemplateValues;
}

/** A request that needs a setting which is absent. */
export class MissingSetting extends Error {
  readonly code = 'MISSING_SETTING';
}

/** The shape of this request: one with a text may differ. */
export function shapeOf({ request: shape }: OidcRow, { text }: RedirectRequest): OidcRequestShape {
  return text === undefined ? shape : { ...shape, ...shape.withText };
}

/**
 * The parameters of the authorization request, but `client_id` and `response_type`.
 * @throws {MissingSetting}
 */
export function authorizationParameters(
  row: OidcRow,
  request: RedirectRequest,
  { nonce, codeChallenge, callback, settings = {} }: DepartureFacts,
): Record<string, string> {
  const { levels, nationalId, maxAge } = row;
  const shape = shapeOf(row, request);
  const { acr, scope, person } = request;
  const required = levels.required[acr];
  const values = { ...valuesOf(request, shape, required?.sent), ...named('setting', settings) };
  // The flow compares the number of a named person, whatever the application may read.
  const needed = person === undefined || nationalId === undefined ? [] : [nationalId.scope];
  const scopes = ['openid', ...scope, ...needed].flatMap((name) => shape.scopes[name] ?? []);
  return {
    ...filledParameters({ ...shape.parameters, ...required?.parameters }, values),
    // A session at the provider would log in the previous user of this browser, and show no text.
    prompt: 'login',
    ...(maxAge !== undefined && { max_age: String(maxAge) }),
    scope: [...new Set(scopes.map((one) => filledScope(one, values)))].join(' '),
    redirect_uri: callback,
    state: request.state,
    nonce,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  };
}

/** What the row keeps of a request, beside the secrets. */
export function keptOfRequest(
  { request: shape, offer, expectedOfRequest = {}, remembered = {} }: OidcRow,
  request: RedirectRequest,
): Required<Pick<Kept, 'expected' | 'remembered'>> {
  const absent = offer.directives.filter(({ name }) => !Object.hasOwn(request.directives, name));
  const values = {
    ...valuesOf(request, shape, undefined),
    ...named('without', Object.fromEntries(absent.map(({ name }) => [name, '']))),
  };
  return {
    expected: filledParameters(expectedOfRequest, values),
    remembered: filledParameters(remembered, values),
  };
}

/** The values under names of a kind, as templates have them. */
export function named(kind: string, values: TemplateValues): TemplateValues {
  const entries = Object.entries(values).map(([name, value]) => [`${kind}:${name}`, value]);
  return Object.fromEntries(entries);
}

function filledScope(scope: string, values: TemplateValues): string {
  const filled = filledText(scope, values);
  if (filled === undefined) throw new MissingSetting(`the scope ${scope} lacks its setting`);
  return filled;
}

function valuesOf(
  { action, language, application, text, person, directives }: RedirectRequest,
  { languages, actions }: OidcRow['request'],
  level: string | undefined,
): TemplateValues {
  return {
    ...named('directive', directives),
    // An empty text, for a parameter that depends on a directive and does not have its value.
    ...named(
      'with',
      mapped(directives, () => ''),
    ),
    // The whole word: the value of some directives is optional.
    ...named(
      'word',
      mapped(directives, (value, name) => (value === '' ? name : `${name}:${value}`)),
    ),
    ...named(
      'lower',
      mapped(directives, (value) => value.toLowerCase()),
    ),
    ...named(
      'digits',
      mapped(directives, (value) => value.replace(/\D/g, '')),
    ),
    level,
    language: languages[language] ?? languages.en,
    action: actions?.[action],
    application,
    person,
    base64Text: text?.visible,
    text: text?.visible && Buffer.from(text.visible, 'base64').toString(),
  };
}

function mapped(values: Texts, make: (value: string, name: string) => string): Texts {
  const entries = Object.entries(values).map(([name, value]) => [name, make(value, name)]);
  return Object.fromEntries(entries);
}

/** Reads what a departure stored. */
export function parseKept(kept: JsonObject): Kept {
  const { state, nonce, codeVerifier, callback, acr, scope, expected, remembered } = kept;
  const secrets = { state, nonce, codeVerifier, callback, acr };
  if (!areSecrets(secrets) || !Array.isArray(scope)) throw new Error('no departure of this eID');
  return {
    ...secrets,
    scope: scope.map(String),
    expected: textsOf(expected),
    remembered: textsOf(remembered),
  };
}

function textsOf(members: Json | undefined): Texts {
  if (!isJsonObject(members)) return {};
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, String(value)]));
}

type Secrets = Record<'state' | 'nonce' | 'codeVerifier' | 'callback' | 'acr', string>;

function areSecrets(members: Record<string, unknown>): members is Secrets {
  return Object.values(members).every((member) => typeof member === 'string' && member !== '');
}
