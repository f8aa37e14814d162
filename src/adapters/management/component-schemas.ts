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
  Approval: {
    type: 'object',
    description: 'A change that waits for a second person.',
    properties: {
      id: { type: 'string' },
      operation: { type: 'string', description: 'The operation of the request.' },
      method: { type: 'string' },
      path: { type: 'string' },
      summary: { type: 'string' },
      permission: { type: 'string', description: 'What the second person must be allowed to do.' },
      requestedBy: {
        type: 'object',
        properties: {
          kind: { enum: ['administrator', 'token'] },
          id: { type: 'string' },
          name: { type: 'string' },
        },
        required: ['kind', 'id', 'name'],
      },
      requestedAt: { type: 'string', format: 'date-time' },
      expiresAt: { type: 'string', format: 'date-time' },
      reason: { type: ['string', 'null'] },
      plan: {
        description: 'Null: it changes no settings.',
        anyOf: [{ $ref: '#/components/schemas/Plan' }, { type: 'null' }],
      },
      input: { type: ['object', 'null'], description: 'The body of a request without a plan.' },
      mayApprove: { type: 'boolean', description: 'Whether the caller may approve it.' },
    },
    required: [
      ...['id', 'operation', 'method', 'path', 'summary', 'permission', 'requestedBy'],
      ...['requestedAt', 'expiresAt', 'reason', 'plan', 'input', 'mayApprove'],
    ],
  },
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
      locksOut: {
        type: 'array',
        description:
          'Of a dry run: applications with logins in the last 24 hours that lose what these need. Absent: none.',
        items: {
          type: 'object',
          properties: {
            tenant: { type: 'string' },
            application: { type: 'string' },
            reason: { type: 'string' },
          },
          required: ['tenant', 'application', 'reason'],
        },
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
  Event: {
    type: 'object',
    properties: {
      position: { type: 'integer' },
      at: { type: 'string', format: 'date-time' },
      authentication: { type: 'string' },
      issuer: { type: 'string' },
      application: { type: 'string' },
      channel: { type: 'string' },
      kind: { type: 'string' },
      acr: { type: 'string' },
      outcome: { type: 'string' },
      hint: { type: ['string', 'null'] },
    },
    required: [
      ...['position', 'at', 'authentication', 'issuer', 'application', 'channel'],
      ...['kind', 'acr', 'outcome', 'hint'],
    ],
  },
  Delivery: {
    type: 'object',
    properties: {
      deliveredPosition: { type: 'integer' },
      lastPosition: { type: 'integer' },
      waiting: { type: 'integer', description: 'Events that are not delivered yet.' },
      failures: { type: 'integer', description: 'Attempts in a row that failed.' },
      nextAt: MOMENT,
    },
    required: ['deliveredPosition', 'lastPosition', 'waiting', 'failures', 'nextAt'],
  },
  Usage: {
    type: 'object',
    properties: {
      application: { type: 'string' },
      acr: { type: 'string' },
      kind: { type: 'string' },
      identified: { type: 'integer' },
      remembered: { type: 'integer', description: 'By a session, without the eID.' },
      ended: { type: 'integer' },
    },
    required: ['application', 'acr', 'kind', 'identified', 'remembered', 'ended'],
  },
  Key: {
    type: 'object',
    properties: {
      kid: { type: 'string' },
      alg: { enum: ['RS256', 'ES256'] },
      state: { enum: ['current', 'next', 'previous'] },
      createdAt: { type: 'string', format: 'date-time' },
      until: { ...MOMENT, description: 'The end of a previous key.' },
    },
    required: ['kid', 'alg', 'state', 'createdAt', 'until'],
  },
  KeyChange: {
    type: 'object',
    properties: {
      issuer: { type: 'string' },
      what: { enum: ['promoted', 'replaced', 'published'] },
      until: { type: 'string', format: 'date-time', description: 'The end of the keys before.' },
      from: { type: 'string', format: 'date-time', description: 'The next keys may sign then.' },
    },
    required: ['issuer', 'what'],
  },
  Login: {
    type: 'object',
    description: 'A login, explained. It names no person.',
    properties: {
      code: { type: 'string', description: 'The support code: `K7F2-QX9M`.' },
      login: {
        type: ['string', 'null'],
        description: 'The code of the login that a refused request named; null: this is a login.',
      },
      application: { type: ['string', 'null'] },
      issuer: { type: 'string' },
      eid: { type: ['string', 'null'] },
      acr: { type: ['string', 'null'] },
      channel: { type: 'string' },
      outcome: { type: ['string', 'null'], description: 'Null while pending.' },
      error: { type: ['string', 'null'], description: 'The key of the error in the catalogue.' },
      beganAt: { type: 'string', format: 'date-time' },
      steps: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            at: { type: 'string', format: 'date-time' },
            what: { type: 'string' },
            words: { type: 'string' },
            after: { type: 'integer', description: 'Milliseconds since the step before.' },
            waitedFor: { type: ['string', 'null'], description: 'Whose turn it was meanwhile.' },
          },
          required: ['at', 'what', 'words'],
        },
      },
      stepsLeftOut: { type: 'integer' },
      cause: { type: 'string' },
      fix: { type: 'string' },
      whoActs: { enum: ['person', 'application', 'operator', 'eid', 'nobody'] },
    },
    required: [
      ...['code', 'application', 'eid', 'acr', 'channel', 'outcome', 'beganAt', 'steps'],
      ...['cause', 'fix', 'whoActs'],
    ],
  },
  Secret: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      expiresAt: MOMENT,
      lastUsedAt: { ...MOMENT, description: 'To the minute. Null: never.' },
    },
    required: ['id', 'expiresAt', 'lastUsedAt'],
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
    Tenant: {
      type: 'object',
      properties: { id, name, requireSecondPerson },
      required: ['id', 'name'],
    },
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
