import { jsonSchemaOf } from '../../config/file/json-schema.ts';
import { fileSchema } from '../../config/file/schema.ts';
import type { JsonSchema } from './json-schema.ts';

/** An eID and the schema of its settings. */
export interface DescribedEid {
  readonly offer: { readonly name: string };
  readonly settings: Parameters<typeof jsonSchemaOf>[0];
}

const MOMENT = { type: ['string', 'null'], format: 'date-time' };

const OWN: Readonly<Record<string, JsonSchema>> = {
  Plan: {
    type: 'object',
    description: 'What a change does. Secrets are shown as `(secret)`.',
    properties: {
      changes: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            tenant: { type: 'string' },
            action: { enum: ['create', 'change', 'remove'] },
            what: { type: 'string' },
            id: { type: 'string' },
            settings: {
              type: 'array',
              items: {
                type: 'object',
                properties: { name: { type: 'string' }, before: {}, after: {} },
                required: ['name'],
              },
            },
          },
          required: ['tenant', 'action', 'what', 'id', 'settings'],
        },
      },
      totals: {
        type: 'object',
        properties: {
          create: { type: 'integer' },
          change: { type: 'integer' },
          remove: { type: 'integer' },
        },
        required: ['create', 'change', 'remove'],
      },
    },
    required: ['changes', 'totals'],
  },
  Revision: {
    type: 'object',
    properties: {
      revision: { type: 'integer' },
      at: { type: 'string', format: 'date-time' },
      who: { type: 'string' },
      reason: { type: ['string', 'null'] },
      source: { enum: ['file', 'api', 'console', 'rollback'] },
    },
    required: ['revision', 'at', 'who', 'reason', 'source'],
  },
  Secret: {
    type: 'object',
    properties: { id: { type: 'string' }, expiresAt: MOMENT },
    required: ['id', 'expiresAt'],
  },
  NewSecret: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      expiresAt: MOMENT,
      value: { type: 'string', description: 'Shown once.' },
    },
    required: ['id', 'expiresAt', 'value'],
  },
};

/**
 * The schemas of the API, by name. Those of settings come from the schemas that check the configuration file; those of an
 * eID's own settings are named `EidSettings.<name>`.
 */
export function componentSchemas(
  eids: readonly DescribedEid[],
): Readonly<Record<string, JsonSchema>> {
  const tenant = itemsOf(jsonSchemaOf(fileSchema), 'tenants');
  const { domains, eids: eid, applications, webhooks, ...own } = propertiesOf(tenant);
  const parts: Record<string, JsonSchema> = {
    Domain: domains?.items ?? {},
    Eid: eid?.items ?? {},
    Application: applications?.items ?? {},
    Webhook: webhooks?.items ?? {},
  };
  const { id = {}, name = {} } = own;
  return {
    Tenant: { type: 'object', properties: { id, name }, required: ['id', 'name'] },
    Configuration: withParts(tenant),
    ...parts,
    ...Object.fromEntries(
      Object.entries(parts).map(([part, schema]) => [`${part}Patch`, patchOf(part, schema)]),
    ),
    ...Object.fromEntries(
      eids.map(({ offer, settings }) => [`EidSettings.${offer.name}`, jsonSchemaOf(settings)]),
    ),
    ...OWN,
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
