import { type FormField, fieldsBelow, fieldsOf } from './form-fields.ts';
import type { JsonSchemas } from './json-schema.ts';

/** The fields of the kind of object that a schema describes. */
export async function formFields(name: string): Promise<readonly FormField[]> {
  const schemas = await readSchemas();
  return fieldsOf({ $ref: `#/components/schemas/${name}` }, schemas);
}

/** The fields of an eID: its own settings in the place of the member `settings`. An unknown eID has them as data. */
export async function eidFields(eid: string): Promise<readonly FormField[]> {
  const own = await formFields(`EidSettings.${eid}`);
  const shared = await formFields('Eid');
  if (own.length === 0) return shared;
  return [...shared.filter(({ name }) => name !== 'settings'), ...fieldsBelow('settings', own)];
}

const EID_SETTINGS = 'EidSettings.';

/** The names of the eIDs that this version knows, in the order of the alphabet. */
export async function eidNames(): Promise<readonly string[]> {
  return Object.keys(await readSchemas())
    .filter((name) => name.startsWith(EID_SETTINGS))
    .map((name) => name.slice(EID_SETTINGS.length))
    .sort();
}

/** The schemas of the API's description; loaded with the first screen that has a form. */
async function readSchemas(): Promise<JsonSchemas> {
  const { default: found } = await import('../generated/schemas.json');
  // The type of a JSON import lists every schema as it is; a form reads any of them.
  return found as unknown as JsonSchemas;
}
