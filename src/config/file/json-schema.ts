import type { Schema, SchemaDescription, SchemaFieldDescription } from 'yup';

/** A JSON Schema (2020-12) as plain data. */
export type JsonSchemaData = Readonly<Record<string, unknown>>;

/** What the settings' schemas note beside their rules. */
interface Notes {
  readonly doc?: string;
  readonly missing?: string;
  readonly secret?: boolean;
  readonly kind?: string;
}

/** A secret in a request is a text; in an answer it is a reference to the stored one. */
const STORED_SECRET = {
  type: 'object',
  description: 'A reference to the stored secret; it stays as it is.',
  properties: { stored: { type: 'string', pattern: '^[0-9a-f]{12}$' } },
  required: ['stored'],
  additionalProperties: false,
} as const;

/**
 * The JSON Schema of a schema of settings. It has the rules that concern one setting; the rules over several are not
 * expressible, and refuse a request that fits it with 422.
 */
export function jsonSchemaOf(schema: Schema): JsonSchemaData {
  return fieldSchema(schema.describe());
}

function fieldSchema(field: SchemaFieldDescription): JsonSchemaData {
  if (!('tests' in field)) return {};
  const notes = notesOf(field);
  const own = { ...described(notes), ...rulesOf(field, notes), ...defaultOf(field) };
  if (notes.secret !== true) return own;
  const { description, ...text } = own;
  return { description, anyOf: [{ ...text, type: 'string', writeOnly: true }, STORED_SECRET] };
}

function described({ doc, missing }: Notes): JsonSchemaData {
  const sentences = [doc, missing && `Missing: ${missing}.`].filter(Boolean);
  return sentences.length === 0 ? {} : { description: sentences.join(' ') };
}

function rulesOf(field: SchemaDescription, notes: Notes): JsonSchemaData {
  switch (field.type) {
    case 'string':
      return { type: 'string', ...choices(field), ...tests(field, TEXT_RULES) };
    case 'number':
      return { type: isInteger(field) ? 'integer' : 'number', ...tests(field, NUMBER_RULES) };
    case 'boolean':
      return { type: 'boolean' };
    case 'array':
      return {
        type: 'array',
        ...itemsOf(field),
        ...tests(field, LIST_RULES),
        ...uniqueness(field),
      };
    case 'object':
      return objectSchema(field);
    default:
      return notes.kind === 'mapping' ? { type: 'object' } : {};
  }
}

function objectSchema(field: SchemaDescription): JsonSchemaData {
  const fields = 'fields' in field ? (field.fields as Record<string, SchemaFieldDescription>) : {};
  const required = Object.entries(fields).flatMap(([name, member]) =>
    'optional' in member && !member.optional && defaultOf(member).default === undefined ? name : [],
  );
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, member]) => [name, fieldSchema(member)]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function itemsOf(field: SchemaDescription): JsonSchemaData {
  const item = 'innerType' in field ? (field.innerType as SchemaFieldDescription) : undefined;
  return item === undefined ? {} : { items: fieldSchema(item) };
}

type RuleNames = Readonly<Record<string, string>>;

/** A rule of yup, and its word in JSON Schema. */
const TEXT_RULES: RuleNames = { min: 'minLength', max: 'maxLength' };
const NUMBER_RULES: RuleNames = { min: 'minimum', max: 'maximum' };
const LIST_RULES: RuleNames = { min: 'minItems', max: 'maxItems' };

function tests(field: SchemaDescription, names: RuleNames): JsonSchemaData {
  const found = field.tests.flatMap(({ name = '', params = {} }) => {
    if (name === 'matches' && params.regex instanceof RegExp) {
      return [['pattern', params.regex.source] as const];
    }
    const word = names[name];
    return word === undefined ? [] : [[word, params[name]] as const];
  });
  return Object.fromEntries(found);
}

function uniqueness(field: SchemaDescription): JsonSchemaData {
  return field.tests.some(({ name }) => name === 'unique') ? { uniqueItems: true } : {};
}

function choices({ oneOf }: SchemaDescription): JsonSchemaData {
  const known = oneOf.filter((one) => one !== undefined && one !== null);
  return known.length === 0 ? {} : { enum: known };
}

function isInteger({ tests: all }: SchemaDescription): boolean {
  return all.some(({ name }) => name === 'integer');
}

/** The defaults of a mapping are those of its members. */
function defaultOf(field: SchemaFieldDescription): JsonSchemaData {
  if (!('default' in field) || field.type === 'object' || field.default === undefined) return {};
  return { default: field.default };
}

function notesOf(field: SchemaDescription): Notes {
  return (field.meta ?? {}) as Notes;
}
