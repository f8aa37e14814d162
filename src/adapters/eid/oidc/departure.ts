import type { JsonObject } from '../../../domain/json.ts';
import type { RedirectRequest } from '../../../ports/eid.ts';
import type { OidcRow } from './oidc-row.ts';
import { filledParameters, type TemplateValues } from './template.ts';

/** The secrets and facts of one departure, which the check of its answer needs. */
export interface Kept {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly callback: string;
  readonly acr: string;
  readonly scope: readonly string[];
}

/** What the departure adds to the request. */
export interface DepartureFacts {
  readonly nonce: string;
  readonly codeChallenge: string;
  readonly callback: string;
}

/** The parameters of the authorization request, but `client_id` and `response_type`. */
export function authorizationParameters(
  { request: shape, levels, nationalId }: OidcRow,
  request: RedirectRequest,
  { nonce, codeChallenge, callback }: DepartureFacts,
): Record<string, string> {
  const { acr, scope, text, action, person } = request;
  // The flow compares the number of a named person, whatever the application may read.
  const needed = person === undefined || nationalId === undefined ? [] : [nationalId.scope];
  const scopes = ['openid', ...scope, ...needed].flatMap((name) => shape.scopes[name] ?? []);
  // A session at the provider would answer without showing the text.
  const shows = text !== undefined || action === 'sign';
  return {
    ...filledParameters(shape.parameters, valuesOf(request, shape, levels.required[acr]?.sent)),
    ...(shows && { prompt: 'login' }),
    scope: [...new Set(scopes)].join(' '),
    redirect_uri: callback,
    state: request.state,
    nonce,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  };
}

function valuesOf(
  { action, language, application, text, person, directives }: RedirectRequest,
  { languages, actions }: OidcRow['request'],
  level: string | undefined,
): TemplateValues {
  const named = Object.entries(directives).map(([name, value]) => [`directive:${name}`, value]);
  return {
    ...Object.fromEntries(named),
    level,
    language: languages[language] ?? languages.en,
    action: actions?.[action],
    application,
    person,
    base64Text: text?.visible,
    text: text?.visible && Buffer.from(text.visible, 'base64').toString(),
  };
}

/** Reads what a departure stored. */
export function parseKept(kept: JsonObject): Kept {
  const { state, nonce, codeVerifier, callback, acr, scope } = kept;
  const texts = { state, nonce, codeVerifier, callback, acr };
  if (!areTexts(texts) || !Array.isArray(scope)) throw new Error('no departure of this eID');
  return { ...texts, scope: scope.map(String) };
}

type Texts = Record<'state' | 'nonce' | 'codeVerifier' | 'callback' | 'acr', string>;

function areTexts(members: Record<string, unknown>): members is Texts {
  return Object.values(members).every((member) => typeof member === 'string' && member !== '');
}
