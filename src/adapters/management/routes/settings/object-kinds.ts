import type { Permission } from '../../../../domain/administrator.ts';
import type { ObjectList } from '../../../../management/configuration/tenant-objects.ts';
import type { Parameter } from '../../route.ts';

/** How the API names one kind of a tenant's objects. */
export interface ObjectKind {
  readonly list: ObjectList;
  /** In names of operations: `Application`. Also the name of its schema. */
  readonly noun: string;
  readonly plural: string;
  /** In sentences. */
  readonly words: string;
  /** The parameter of the path. */
  readonly param: string;
  readonly key: Parameter;
  /** The setting that holds the key. */
  readonly keySettings: readonly string[];
  readonly permission: Permission;
}

const ID = '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$';

/** The parameters of paths that name one object. */
export const KEY_PARAMETERS: Readonly<Record<ObjectList, Parameter>> = {
  domains: {
    description: 'The host of the issuer, with its port if it has one.',
    schema: { type: 'string', minLength: 1, maxLength: 260 },
  },
  eids: {
    description:
      'The name of the eID; `name:test` or `name:production` where its settings have an environment.',
    schema: { type: 'string', pattern: '^[a-z0-9-]{1,63}(?::(?:test|production))?$' },
  },
  applications: {
    description: 'The client id.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  webhooks: { description: 'The id of the webhook.', schema: { type: 'string', pattern: ID } },
};

/** The four kinds. */
export const OBJECT_KINDS: readonly ObjectKind[] = [
  {
    list: 'domains',
    noun: 'Domain',
    plural: 'Domains',
    words: 'domain',
    param: 'host',
    key: KEY_PARAMETERS.domains,
    keySettings: ['issuer'],
    permission: 'domains.write',
  },
  {
    list: 'eids',
    noun: 'Eid',
    plural: 'Eids',
    words: 'eID',
    param: 'eid',
    key: KEY_PARAMETERS.eids,
    keySettings: ['eid', 'environment'],
    permission: 'eids.write',
  },
  {
    list: 'applications',
    noun: 'Application',
    plural: 'Applications',
    words: 'application',
    param: 'clientId',
    key: KEY_PARAMETERS.applications,
    keySettings: ['clientId'],
    permission: 'applications.write',
  },
  {
    list: 'webhooks',
    noun: 'Webhook',
    plural: 'Webhooks',
    words: 'webhook',
    param: 'id',
    key: KEY_PARAMETERS.webhooks,
    keySettings: ['id'],
    permission: 'webhooks.write',
  },
];
