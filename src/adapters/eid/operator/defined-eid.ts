import { ValidationError } from 'yup';

import { pattern, used } from '../../../domain/directives.ts';
import { isJsonObject, type JsonObject } from '../../../domain/json.ts';
import type { EidModule } from '../eid-module.ts';
import { nationalNumbers } from '../national-numbers/national-numbers.ts';
import { oidcModule } from '../protocols/oidc/oidc-module.ts';
import { NO_TEXTS, USUAL_ALGORITHMS } from '../protocols/oidc/row-parts.ts';
import { validatedRow } from '../protocols/oidc/row-schema.ts';

/** A definition that is no row. Its message names the file and every fault. */
export class MalformedDefinition extends Error {}

/**
 * The eID of a definition: a row in YAML. Members with a usual value may be left out. `nationalNumber` is the type of a
 * number that the service knows. A directive is a name with a pattern.
 * @throws {MalformedDefinition}
 */
export function definedEid({
  path,
  content,
}: {
  readonly path: string;
  readonly content: unknown;
}): EidModule {
  try {
    return oidcModule(validatedRow(completed(content)));
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new MalformedDefinition(`${path}: ${faultsIn(error).join('; ')}`, { cause: error });
  }
}

function faultsIn(error: ValidationError): readonly string[] {
  const single = error.inner.length > 0 ? error.inner : [error];
  return single.map(({ path, message }) => {
    return path === undefined || message.startsWith(path) ? message : `${path} ${message}`;
  });
}

/** The row with its usual values. What is no group stays as it is, for the schema to report. */
function completed(content: unknown): unknown {
  if (!isJsonObject(content)) return content;
  const { offer, request, settings, testIssuers } = content;
  const fault = codeAloneIn(content);
  if (fault !== undefined) throw new ValidationError(`${fault} can be in code alone`);
  return {
    algorithms: USUAL_ALGORITHMS,
    clientAuthentication: 'client_secret_basic',
    userinfo: 'json',
    expected: {},
    method: '{amr}',
    personId: 'sub',
    ...content,
    ...(testIssuers !== undefined && { testIssuers: regExpOf(testIssuers) }),
    ...(isJsonObject(settings) && { settings: settingsOf(settings) }),
    ...(isJsonObject(offer) && { offer: completedOffer(offer) }),
    ...(isJsonObject(request) && {
      request: { sent: 'query', languages: { en: 'en' }, parameters: {}, ...request },
    }),
  };
}

/** A member that the schema leaves to the compiler. */
function codeAloneIn({ brokers, offer }: JsonObject): string | undefined {
  if (brokers !== undefined) return 'brokers';
  const { through, texts, variants } = isJsonObject(offer) ? offer : {};
  if (through !== undefined) return 'offer.through';
  if (isJsonObject(texts) && texts.phone !== undefined) return 'offer.texts.phone';
  const at = Array.isArray(variants) ? variants.findIndex(hasOtherChannels) : -1;
  return at === -1 ? undefined : `offer.variants[${at}].channels other than browser: redirect`;
}

function hasOtherChannels(variant: unknown): boolean {
  if (!isJsonObject(variant) || !isJsonObject(variant.channels)) return false;
  const { browser, ...others } = variant.channels;
  return browser !== 'redirect' || Object.keys(others).length > 0;
}

function settingsOf(settings: JsonObject) {
  const withForms = Object.entries(settings).map(([name, setting]) => {
    if (!isJsonObject(setting)) return [name, setting];
    return [name, { ...setting, form: regExpOf(setting.form) }];
  });
  return Object.fromEntries(withForms);
}

/** What is no regular expression stays as it is, for the schema to report. */
function regExpOf(source: unknown): unknown {
  if (typeof source !== 'string') return source;
  try {
    return new RegExp(source);
  } catch {
    return source;
  }
}

function completedOffer(offer: JsonObject) {
  const { variants, claims, directives = [], nationalNumber } = offer;
  const complete = groupsIn(claims).map(
    (claim): JsonObject => ({ schema: { type: 'string' }, ...claim }),
  );
  const scopes = [
    ...new Set(complete.flatMap(({ scope }) => (typeof scope === 'string' ? scope : []))),
  ];
  return {
    scopes,
    storedByScope: scopes,
    texts: NO_TEXTS,
    ...offer,
    variants: Array.isArray(variants) ? groupsIn(variants).map(completedVariant) : variants,
    claims: Array.isArray(claims) ? complete : claims,
    directives: Array.isArray(directives) ? directives.map(directiveOf) : directives,
    nationalNumber: numberOf(nationalNumber),
  };
}

function completedVariant(variant: JsonObject) {
  return {
    device: 'same',
    channels: { browser: 'redirect' },
    startsAtOnce: true,
    satisfiedBy: [],
    ...variant,
  };
}

/** @throws {ValidationError} for one without a name and a regular expression */
function directiveOf(directive: unknown, index: number) {
  const { name, pattern: source } = isJsonObject(directive) ? directive : {};
  const whole = typeof source === 'string' ? regExpOf(`^(?:${source})$`) : undefined;
  if (typeof name === 'string' && whole instanceof RegExp) {
    return used(name, pattern(`/${source}/`, whole));
  }
  throw new ValidationError(
    `offer.directives[${index}] must have a name, and a regular expression as its pattern`,
  );
}

/** @throws {ValidationError} for a number that the service does not know */
function numberOf(type: unknown) {
  const known = nationalNumbers.find((number) => number.type === type);
  if (known !== undefined || type === undefined) return known;
  const types = nationalNumbers.map((number) => number.type).join(', ');
  throw new ValidationError(`offer.nationalNumber must be one of ${types}`);
}

function groupsIn(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
