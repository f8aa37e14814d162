import { type AnySchema, array, boolean, lazy, mixed, number, object, string } from 'yup';

import { parseAcr } from '../../../../domain/acr.ts';
import { isScopeToken } from '../../../../domain/claims.ts';
import { LEVELS } from '../../../../domain/eid-offer.ts';
import { ACTIONS } from '../../../../domain/intent.ts';
import { isJsonObject } from '../../../../domain/json.ts';
import { LANGUAGES } from '../../../../domain/language.ts';
import type { OidcRow } from './oidc-row.ts';
import { assertSafeRow } from './row-rules.ts';

const NAME = /^(?:[a-z]{2}-)?[a-z0-9]+(?:-[a-z0-9]+)*$/;
const ADDRESS = /^https?:\/\/[^?#]+$/;
const ALGORITHM = /^(?:[RP]S|ES)\d{3}$/;

const text = () => string().strict().typeError('must be a text');
const words = (...allowed: readonly string[]) =>
  text().oneOf(allowed, `must be one of ${allowed.join(', ')}`);
const acr = () => text().test('acr', 'must be an acr value', absentOr(parseAcr));
const scope = () => text().test('scope', 'must be a scope', absentOr(isScopeToken));
const address = () => text().matches(ADDRESS, 'must be an http address without a query');
const list = (of: AnySchema) => array(of).typeError('must be a list');
const count = () => number().strict().integer().positive().typeError('must be a number');
/** Members with names of their own. */
const table = (of: AnySchema) => lazy((value: unknown) => group(entriesOf(value, of)).optional());
/** Any JSON, or a part whose own type the compiler checks. */
const anything = () => mixed();
/** A text with placeholders, or a group or list of them. */
const template = () =>
  mixed().test('template', 'must be a text, a group or a list', (value) => {
    return value === undefined || typeof value === 'string' || typeof value === 'object';
  });
const code = () =>
  mixed().test('code', 'can be in code alone', (value) => {
    return value === undefined || typeof value === 'function';
  });
const regExp = () =>
  mixed().test('regExp', 'must be a regular expression', (value) => {
    return value === undefined || value instanceof RegExp;
  });

const variant = group({
  acr: acr().required(),
  title: text(),
  pageTitle: text(),
  device: words('same', 'other'),
  level: words(...LEVELS),
  channels: table(words('order', 'redirect')),
  startsAtOnce: boolean().required(),
  satisfiedBy: list(acr().required()).required(),
});

const claim = group({
  name: text().required(),
  from: template().required(),
  scope: scope(),
  schema: anything().required(),
  description: text().required(),
  example: anything(),
  optional: boolean(),
  normalised: text(),
  normalise: code(),
  uri: text(),
  needs: text(),
  unless: text(),
  nullable: boolean(),
  values: table(text().required()),
  members: list(text().required()),
  derived: code(),
  forms: table(code()),
});

const limits = () =>
  group({
    message: group({
      limit: count().required(),
      measured: words('after base64 encoding', 'before base64 encoding').required(),
      charset: words('ISO 8859-15'),
    }).optional(),
    nonVisibleData: count(),
  }).optional();

const offer = group({
  name: text().required().matches(NAME, 'must be a name such as xx-some-eid'),
  variants: list(variant).required().min(1, 'must have an acr value'),
  languages: list(words(...LANGUAGES)),
  aliases: table(acr().required()),
  retired: table(acr().required()),
  restriction: words('test-domains', 'unverified'),
  lifetime: count(),
  texts: group({ authentication: limits(), signature: limits(), phone: anything() }).required(),
  directives: list(anything()).required(),
  nationalNumber: anything(),
  claims: list(claim).required(),
  scopes: list(scope().required()).required(),
  storedByScope: list(scope().required()).required(),
  longScopes: list(scope().required()),
  through: anything(),
});

const request = {
  sent: words('query', 'pushed', 'signed'),
  encryption: group({
    alg: words('RSA-OAEP', 'RSA-OAEP-256').required(),
    enc: words('A128CBC-HS256', 'A128GCM', 'A256GCM').required(),
  }).optional(),
  scopes: table(list(text().required())),
  languages: table(text().required()),
  actions: group(Object.fromEntries(ACTIONS.map((action) => [action, text()]))).optional(),
  parameters: table(template()),
};

const levels = group({
  claim: text(),
  ascending: list(group({ value: text().required(), amr: list(text().required()).required() })),
  required: table(
    group({ sent: text().defined(), lowest: text().required(), parameters: table(template()) }),
  ),
  ofTest: table(text().required()),
});

/** A row, as the code and definition files have it. No message repeats a value. */
const rowSchema = group({
  offer: offer.required(),
  title: text().required(),
  scheme: text().required(),
  country: text()
    .required()
    .matches(/^[A-Z]{2}$/, 'must be two capital letters'),
  method: text().required(),
  issuers: group({ production: address().required(), test: address().required() }).optional(),
  testIssuers: regExp(),
  clientAuthentication: words('client_secret_basic', 'client_secret_post').required(),
  headers: table(text().required()),
  algorithms: list(text().required().matches(ALGORITHM, 'must be asymmetric')).required().min(1),
  request: group({ ...request, withText: group(request).optional() }).required(),
  userinfo: words('none', 'json', 'signed', 'encrypted').required(),
  encryptsIdTokens: boolean(),
  isPinned: boolean(),
  assertionAudience: words('issuer', 'token endpoint'),
  maxAge: count(),
  settings: table(
    group({ doc: text().required(), isRequired: boolean().required(), form: regExp().required() }),
  ),
  brokers: anything(),
  levels: levels.required(),
  expected: table(text().required()),
  expectedOfRequest: table(text().required()),
  remembered: table(text().required()),
  personId: text().required(),
  nationalId: group({
    from: text().required(),
    scope: scope().required(),
    needs: text(),
  }).optional(),
  endings: table(text().required()),
});

/**
 * Checks a row: its members, then the rules between them.
 * @throws {ValidationError} with every fault
 */
export function validatedRow(row: unknown): OidcRow {
  // yup does not infer the type of what `group` makes.
  const validated = rowSchema.validateSync(row, { abortEarly: false }) as unknown as OidcRow;
  assertSafeRow(validated);
  return validated;
}

function group(fields: Readonly<Record<string, unknown>>) {
  // yup infers from literal shapes only.
  return object(fields as never)
    .strict()
    .noUnknown(({ unknown }) => `has an unknown key: ${unknown}`)
    .typeError('must be a group')
    .default(undefined);
}

function entriesOf(value: unknown, of: AnySchema): Readonly<Record<string, AnySchema>> {
  return Object.fromEntries(
    Object.keys(isJsonObject(value) ? value : {}).map((name) => [name, of]),
  );
}

function absentOr(isRight: (text: string) => unknown) {
  return (value: string | undefined) => {
    if (value === undefined) return true;
    const found = isRight(value);
    return found !== undefined && found !== false;
  };
}
