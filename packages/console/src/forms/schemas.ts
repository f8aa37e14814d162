import { type FormField, fieldsBelow, fieldsOf } from './form-fields.ts';
import type { JsonSchemas } from './json-schema.ts';

/** The schemas of the API's description; loaded with the first screen that has a form. */
export async function formFields(name: string): Promise<readonly FormField[]> {
  const { default: found } = await import('../generated/schemas.json');
  // The type of a JSON import lists every schema as it is; a form reads any of them.
  const schemas = found as unknown as JsonSchemas;
  return fieldsOf({ $ref: `#/components/schemas/${name}` }, schemas);
}

/** The fields of an eID: its own settings in the place of the member `settings`. An unknown eID has them as data. */
export async function eidFields(eid: string): Promise<readonly FormField[]> {
  const own = await formFields(`EidSettings.${eid}`);
  const shared = await formFields('Eid');
  if (own.length === 0) return shared;
  return [...shared.filter(({ name }) => name !== 'settings'), ...fieldsBelow('settings', own)];
}
