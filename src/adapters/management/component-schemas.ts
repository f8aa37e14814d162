import { jsonSchemaOf } from '../../config/file/json-schema.ts';
import { fileSchema } from '../../config/file/schema.ts';
import { ANSWERS } from './answer-schemas.ts';
import { type JsonSchema, objectOf } from './json-schema.ts';

/** An eID and the schema of its settings. */
export interface DescribedEid {
  readonly offer: { readonly name: string };
  readonly settings: Parameters<typeof jsonSchemaOf>[0];
}

/**
 * The schemas of the API, by name. Those of settings come from the schemas that check the configuration file; those of an
 * eID's own settings are named `EidSettings.<name>`.
 */
export function componentSchemas(
  eids: readonly DescribedEid[],
): Readonly<Record<string, JsonSchema>> {
  const tenant = itemsOf(jsonSchemaOf(fileSchema), 'tenants');
  const { domains, eids: eid, applications, webhooks, branding, ...own } = propertiesOf(tenant);
  const parts: Record<string, JsonSchema> = {
    Domain: domains?.items ?? {},
    Eid: eid?.items ?? {},
    Application: applications?.items ?? {},
    Webhook: webhooks?.items ?? {},
    Branding: branding ?? {},
  };
  const { id = {}, name = {}, requireSecondPerson = {} } = own;
  return {
    Tenant: objectOf({ id, name, requireSecondPerson }, { optional: ['requireSecondPerson'] }),
    Configuration: withParts(tenant),
    ...parts,
    ...Object.fromEntries(
      Object.entries(parts).map(([part, schema]) => [`${part}Patch`, patchOf(part, schema)]),
    ),
    ...Object.fromEntries(
      eids.map(({ offer, settings }) => [`EidSettings.${offer.name}`, jsonSchemaOf(settings)]),
    ),
    ...ANSWERS,
  };
}

/** A tenant whose lists refer to the schemas of their objects. */
function withParts(tenant: JsonSchema): JsonSchema {
  const lists = {
    domains: 'Domain',
    eids: 'Eid',
    applications: 'Application',
    webhooks: 'Webhook',
  };
  const properties = Object.fromEntries(
    Object.entries(lists).map(([list, name]) => [
      list,
      { ...propertiesOf(tenant)[list], items: { $ref: `#/components/schemas/${name}` } },
    ]),
  );
  return { ...tenant, properties: { ...propertiesOf(tenant), ...properties } };
}

/** A merge patch of an object: any of its settings, or null to remove one. */
function patchOf(name: string, schema: JsonSchema): JsonSchema {
  return {
    type: 'object',
    description: `Some settings of ${name}; null removes one.`,
    properties: Object.fromEntries(
      Object.entries(propertiesOf(schema)).map(([key, { description, ...setting }]) => [
        key,
        { ...(description && { description }), anyOf: [setting, { type: 'null' }] },
      ]),
    ),
    additionalProperties: false,
  };
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return schema.properties ?? {};
}

function itemsOf(schema: JsonSchema, name: string): JsonSchema {
  return propertiesOf(schema)[name]?.items ?? {};
}
