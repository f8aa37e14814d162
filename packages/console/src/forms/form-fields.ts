import { type JsonSchema, type JsonSchemas, resolved, typeOf } from './json-schema.ts';

/**
 * How a setting is edited. A `secret` is written, never read; `data` is anything without a simpler form, as JSON; `pem`
 * is a text of many lines. A screen
 * that knows more than the schema chooses `colour`, `picture` (a file in base64) or `texts` (by language, one a line).
 */
export type FieldKind =
  | 'text'
  | 'pem'
  | 'number'
  | 'switch'
  | 'choice'
  | 'choices'
  | 'lines'
  | 'secret'
  | 'colour'
  | 'picture'
  | 'texts'
  | 'data';

/** One setting of a form. */
export interface FormField {
  /** The path of the setting, such as `settings.ca`. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly hint: string;
  readonly required: boolean;
  /** The values of `choice` and `choices`. */
  readonly options: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly byDefault?: unknown;
}

/** The settings of an object in the order of its schema. */
export function fieldsOf(schema: JsonSchema, schemas: JsonSchemas): readonly FormField[] {
  const { properties = {}, required = [] } = resolved(schema, schemas);
  return Object.entries(properties).map(([name, property]) =>
    fieldOf(name, resolved(property, schemas), { schemas, required: required.includes(name) }),
  );
}

interface FieldContext {
  readonly schemas: JsonSchemas;
  readonly required: boolean;
}

function fieldOf(name: string, schema: JsonSchema, context: FieldContext): FormField {
  const { schemas, required } = context;
  const items = schema.items === undefined ? undefined : resolved(schema.items, schemas);
  const kind = kindOf(schema, items);
  return {
    name,
    kind,
    required,
    label: labelOf(name),
    hint: (schema.description ?? '').replaceAll('`', ''),
    options: textsIn(kind === 'choices' ? items?.enum : schema.enum),
    ...(schema.minimum !== undefined && { min: schema.minimum }),
    ...(schema.maximum !== undefined && { max: schema.maximum }),
    ...(schema.default !== undefined && { byDefault: schema.default }),
  };
}

function kindOf(schema: JsonSchema, items: JsonSchema | undefined): FieldKind {
  if (schema.enum !== undefined) return 'choice';
  if (schema.anyOf?.some((one) => 'writeOnly' in one)) return 'secret';
  switch (typeOf(schema)) {
    case 'string':
      return /\bPEM\b/.test(schema.description ?? '') ? 'pem' : 'text';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'switch';
    case 'array':
      if (items?.enum !== undefined) return 'choices';
      return items !== undefined && typeOf(items) === 'string' ? 'lines' : 'data';
    default:
      return 'data';
  }
}

const CAPITALS: Readonly<Record<string, string>> = {
  acr: 'acr',
  api: 'API',
  ca: 'CA',
  id: 'ID',
  ids: 'IDs',
  idtoken: 'ID token',
  jwks: 'JWKS',
  jti: 'jti',
  ip: 'IP',
  pkce: 'PKCE',
  rp: 'RP',
  uri: 'URI',
  uris: 'URIs',
  url: 'URL',
  urls: 'URLs',
};

/** The fields of a member's own settings, below its name. */
export function fieldsBelow(name: string, fields: readonly FormField[]): readonly FormField[] {
  return fields.map((field) => ({ ...field, name: `${name}.${field.name}` }));
}

/** `redirectUris` as "Redirect URIs". */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(' ')
    .map((word) => word.toLowerCase());
  const label = words.map((word) => CAPITALS[word] ?? word).join(' ');
  return label.startsWith('acr') ? label : label.charAt(0).toUpperCase() + label.slice(1);
}

function textsIn(values: readonly unknown[] | undefined): readonly string[] {
  return (values ?? []).filter((value) => typeof value === 'string');
}
