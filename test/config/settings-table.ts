import type { Schema, SchemaFieldDescription } from 'yup';

/**
 * The settings of a schema as a Markdown table with one row each; lists of mappings as
 * `list[].member`.
 */
export function settingsTable(schema: Schema): string {
  const rows = rowsOf(schema.describe(), '').map((cells) => `| ${cells.join(' | ')} |`);
  return ['| setting | value | if absent | |', '|---|---|---|---|', ...rows].join('\n');
}

interface Meta {
  readonly doc?: string;
  readonly missing?: string;
  readonly kind?: string;
  readonly secret?: boolean;
  /** `listed`: the rows of its members are elsewhere in the table. */
  readonly rows?: 'listed';
}

type Described = SchemaFieldDescription & {
  readonly fields?: Readonly<Record<string, SchemaFieldDescription>>;
  readonly innerType?: SchemaFieldDescription;
  readonly meta?: Meta;
  readonly optional?: boolean;
  readonly default?: unknown;
};

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  boolean: 'true or false',
  object: 'mapping',
};

function rowsOf(field: SchemaFieldDescription, path: string): string[][] {
  const { fields, innerType, type, meta } = field as Described;
  if (meta?.rows === 'listed') return [rowOf(field as Described, path)];
  const below = [
    ...Object.entries(fields ?? {}).flatMap(([name, member]) =>
      rowsOf(member, path === '' ? name : `${path}.${name}`),
    ),
    ...(type === 'array' && (innerType as Described)?.fields !== undefined
      ? rowsOf(innerType as Described, `${path}[]`)
      : []),
  ];
  return path === '' || path.endsWith('[]') ? below : [rowOf(field as Described, path), ...below];
}

function rowOf(field: Described, path: string): string[] {
  const { meta = {} } = field;
  const kind = meta.secret === true ? `${kindOf(field)}, by reference` : kindOf(field);
  return [`\`${path}\``, kind, absent(field), meta.doc ?? ''];
}

function kindOf({ meta, type, innerType }: Described): string {
  if (meta?.kind !== undefined) return meta.kind;
  const item = (innerType as Described | undefined)?.type ?? '';
  return type === 'array' ? `list of ${KINDS[item]}s` : (KINDS[type] ?? type);
}

function absent({ meta, optional, default: byDefault }: Described): string {
  if (meta?.missing !== undefined) return meta.missing;
  if (optional === false) return '**required**';
  return ['string', 'number', 'boolean'].includes(typeof byDefault) ? `\`${byDefault}\`` : '–';
}
