/** The parts of a JSON schema that forms use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly writeOnly?: boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

export type JsonSchemas = Readonly<Record<string, JsonSchema>>;

/** The schema itself in the place of a reference to it. */
export function resolved(schema: JsonSchema, schemas: JsonSchemas): JsonSchema {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1];
  const found = name === undefined ? undefined : schemas[name];
  return found === undefined ? schema : { ...resolved(found, schemas), ...withoutRef(schema) };
}

/** The type of a value that is there: `null` beside it means that it may be absent. */
export function typeOf({ type }: JsonSchema): string | undefined {
  return typeof type === 'string' ? type : type?.find((one) => one !== 'null');
}

function withoutRef({ $ref: _, ...others }: JsonSchema): JsonSchema {
  return others;
}
