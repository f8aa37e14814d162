import { PERMISSIONS, ROLES } from '../../../../domain/administrator.ts';
import { MANAGEMENT_OUTCOMES } from '../../../../domain/management-event.ts';
import { type JsonSchema, objectOf } from '../../json-schema.ts';

const TEXT = { type: 'string' } as const;
const MOMENT = { type: 'string', format: 'date-time' } as const;

/** A role. */
export const ROLE: JsonSchema = { enum: [...ROLES] };

/** A list of permissions. */
export const PERMISSION_LIST: JsonSchema = {
  type: 'array',
  items: { enum: [...PERMISSIONS] },
  uniqueItems: true,
};

const GRANT: JsonSchema = objectOf({
  tenant: { ...TEXT, description: '`*`: the whole installation.' },
  role: ROLE,
});

/** Who calls. */
export const SESSION: JsonSchema = objectOf({
  principal: objectOf({
    kind: { enum: ['administrator', 'token'] },
    id: TEXT,
    name: TEXT,
    grants: { type: 'array', items: GRANT },
    authenticatedAt: { type: ['string', 'null'], format: 'date-time' },
  }),
  tenants: {
    type: 'array',
    description: 'The first 200 tenants in which the caller has a role.',
    items: objectOf({
      id: TEXT,
      name: TEXT,
      roles: { type: 'array', items: ROLE },
      permissions: PERMISSION_LIST,
    }),
  },
  permissions: { ...PERMISSION_LIST, description: 'For the whole installation.' },
  expiresAt: { ...MOMENT, description: 'The end of the session or the token.' },
});

/** An administrator. */
export const ADMINISTRATOR: JsonSchema = objectOf({
  id: TEXT,
  name: TEXT,
  iss: TEXT,
  sub: TEXT,
  grants: { type: 'array', items: GRANT },
  createdAt: MOMENT,
});

const INVITATION_PARTS = {
  id: TEXT,
  tenant: TEXT,
  role: ROLE,
  createdAt: MOMENT,
  createdBy: TEXT,
  expiresAt: MOMENT,
};

/** An open invitation. */
export const INVITATION: JsonSchema = objectOf(INVITATION_PARTS);

/** A new one, with its link. */
export const NEW_INVITATION: JsonSchema = objectOf({ ...INVITATION_PARTS, link: TEXT });

const TOKEN_PARTS = {
  id: TEXT,
  name: TEXT,
  tenant: TEXT,
  role: ROLE,
  permissions: {
    ...PERMISSION_LIST,
    type: ['array', 'null'],
    description: 'Null: all of the role.',
  },
  createdAt: MOMENT,
  createdBy: TEXT,
  expiresAt: MOMENT,
  usedAt: { type: ['string', 'null'], format: 'date-time' },
};

/** An API token without its secret. */
export const TOKEN: JsonSchema = objectOf(TOKEN_PARTS);

/** A new secret, shown in this answer alone. */
export const NEW_TOKEN: JsonSchema = objectOf({ ...TOKEN_PARTS, secret: TEXT });

/** Who acted. */
export const ACTOR: JsonSchema = objectOf({
  kind: { enum: ['administrator', 'token', 'command'] },
  id: TEXT,
  name: TEXT,
});

/** An event of management. */
export const AUDIT_EVENT: JsonSchema = objectOf(
  {
    id: TEXT,
    tenant: TEXT,
    at: MOMENT,
    who: ACTOR,
    roles: { type: 'array', items: ROLE },
    act: { ...TEXT, description: 'The permission that was used.' },
    outcome: { enum: [...MANAGEMENT_OUTCOMES] },
    object: TEXT,
    position: { type: ['integer', 'null'], description: 'In the chain; null until it is sealed.' },
    isGenuine: { type: 'boolean', description: 'False: changed or added in the database.' },
    approvedBy: { ...ACTOR, description: 'The second person.' },
    before: { type: 'object' },
    after: { type: 'object' },
    reason: TEXT,
  },
  { optional: ['approvedBy', 'before', 'after', 'reason'] },
);

/** The result of verifying a chain. */
export const VERIFICATION: JsonSchema = objectOf({
  holds: { type: 'boolean' },
  intact: { type: 'integer' },
  unsealed: { type: 'integer' },
  faults: { type: 'array', items: TEXT },
  head: TEXT,
});
