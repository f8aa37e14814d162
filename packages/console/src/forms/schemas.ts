import { type FormField, fieldsOf } from './form-fields.ts';
import type { JsonSchemas } from './json-schema.ts';

/** The schemas of the API's description; loaded with the first screen that has a form. */
export async function formFields(name: string): Promise<readonly FormField[]> {
  const { default: found } = await import('../generated/schemas.json');
  const schemas = found as unknown as JsonSchemas;
  return fieldsOf({ $ref: `#/components/schemas/${name}` }, schemas);
}
