import type { Json, JsonObject } from '../../../../domain/json.ts';
import { NATIONAL_NUMBER } from '../../../../domain/normalised-claims.ts';
import type { OidcClaim } from './oidc-row.ts';

/** A text claim of every login. */
export function claim(name: string, from: string, example: string, description: string): OidcClaim {
  const schema = { type: 'string' };
  return { name, scope: undefined, schema, description, example, from, values: undefined };
}

/** The names and date of birth, from the claims of the standard. */
export function names(): readonly OidcClaim[] {
  return [
    claim('name', 'name', 'Lotte Voorbeeld', 'Full name.'),
    claim('givenname', 'given_name', 'Lotte', 'Given names.'),
    claim('given_name', 'given_name', 'Lotte', 'As `givenname`.'),
    claim('surname', 'family_name', 'Voorbeeld', 'Family names.'),
    claim('family_name', 'family_name', 'Voorbeeld', 'As `surname`.'),
    claim('birthdate', 'birthdate', '1990-11-02', 'Date of birth.'),
    claim('dateofbirth', 'birthdate', '1990-11-02', 'As `birthdate`.'),
  ];
}

/** The claim, with a URI as its name in the profile of URIs. */
export function as(uri: string, released: OidcClaim): OidcClaim {
  return { ...released, uri };
}

/** A claim with members. */
export function group(
  name: string,
  from: string,
  example: JsonObject,
  description: string,
): OidcClaim {
  return { ...claim(name, from, '', description), schema: { type: 'object' }, example };
}

/** A claim that is made from the provider's text. */
export function derived(
  make: (text: string) => string | undefined,
  released: OidcClaim,
): OidcClaim {
  return { ...released, derived: make };
}

/** The names in the normalised profile of claims that providers name otherwise. */
const STANDARD_NAMES: Readonly<Record<string, string>> = {
  nationality: 'nationalities',
  birth_name: 'birth_family_name',
};

/** Claims that the provider names as we do, with examples from which their types follow. */
export function sameNames(examples: JsonObject, scope?: string): OidcClaim[] {
  return Object.entries(examples).map(([name, example]) => {
    const schema: JsonObject = typeof example === 'object' ? {} : { type: typeof example };
    const stated = {
      ...claim(name, name, '', 'As the provider states it.'),
      schema,
      example,
      scope,
    };
    const standard = STANDARD_NAMES[name];
    return standard === undefined ? stated : normalisedAs(standard, stated);
  });
}

/** The claims, released with any of these scopes. */
export function ofEach(scopes: readonly string[], released: readonly OidcClaim[]): OidcClaim[] {
  return scopes.flatMap((scope) => released.map((one) => ofScope(scope, one)));
}

/** The standard's claims about a name, each under both of its names. */
export function nameClaims(given: string, family: string): readonly OidcClaim[] {
  return [
    claim('name', 'name', `${given} ${family}`, 'Full name.'),
    claim('given_name', 'given_name', given, 'Given names.'),
    claim('givenname', 'given_name', given, 'As `given_name`.'),
    claim('family_name', 'family_name', family, 'Family name.'),
    claim('surname', 'family_name', family, 'As `family_name`.'),
  ];
}

/** The standard's claim about the birth, under both of its names. */
export function birthdate(example: string): readonly OidcClaim[] {
  return [
    claim('birthdate', 'birthdate', example, 'Date of birth.'),
    claim('dateofbirth', 'birthdate', example, 'As `birthdate`.'),
  ];
}

/** A claim of a scope under the standard's name, and under other ones. */
export function ofScopeAs(
  scope: string,
  released: OidcClaim,
  ...others: readonly string[]
): readonly OidcClaim[] {
  const description = `As \`${released.name}\`.`;
  const also = others.map((name) => ({ ...released, name, description }));
  return [released, ...also].map((each) => ofScope(scope, each));
}

/** The standard's claim `address`, as an object and as JSON text. */
export function address(example: JsonObject): readonly OidcClaim[] {
  const description = 'Postal address (OpenID Connect Core section 5.1.1).';
  const schema = { type: 'object', additionalProperties: { type: 'string' } };
  return [
    { ...claim('address', 'address', '', description), schema, example },
    jsonText(claim('streetaddress', 'address', JSON.stringify(example), 'As `address`, in JSON.')),
  ].map((each) => ofScope('address', each));
}

/** The claim, null where the provider has no value. */
export function orNull(released: OidcClaim): OidcClaim {
  const { type } = released.schema;
  const schema = type === 'string' ? released.schema : { ...released.schema, type: [type, 'null'] };
  return { ...released, schema: schema as OidcClaim['schema'], nullable: true };
}

/** The claim, which some logins lack. */
export function optional(released: OidcClaim): OidcClaim {
  return { ...released, optional: true };
}

/** A text claim with an object as JSON: some clients read it instead of the object. */
export function jsonText(released: OidcClaim): OidcClaim {
  return { ...released, schema: { type: 'string', contentMediaType: 'application/json' } };
}

/** The claim, released with a scope only. */
export function ofScope(scope: string, released: OidcClaim): OidcClaim {
  return { ...released, scope };
}

/** The claim, which is the national number in the normalised profile. */
export function number(released: OidcClaim): OidcClaim {
  return { ...released, normalised: NATIONAL_NUMBER };
}

/** The claim, with another name or another value in the normalised profile. */
export function normalisedAs(
  name: string,
  released: OidcClaim,
  normalise?: (value: Json) => Json | undefined,
): OidcClaim {
  return { ...released, normalised: name, ...(normalise && { normalise }) };
}

/** The claim with a phone number, which lacks this beginning of E.164. */
export function phone(missing: string, released: OidcClaim): OidcClaim {
  return normalisedAs('phone_number', released, (value) => `${missing}${value}`);
}

/** The claim, with words of ours for its values. An unknown value is omitted. */
export function words(values: Readonly<Record<string, string>>, released: OidcClaim): OidcClaim {
  return { ...released, schema: { enum: [...new Set(Object.values(values))] }, values };
}
