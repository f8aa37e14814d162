import { type JsonSchema, objectOf } from './json-schema.ts';

const TEXT = { type: 'string' };
const TEXT_OR_NULL = { type: ['string', 'null'] };
const NUMBER = { type: 'integer' };
const MOMENT = { type: 'string', format: 'date-time' };
const MOMENT_OR_NULL = { type: ['string', 'null'], format: 'date-time' };

const PLANNED_CHANGE = objectOf({
  tenant: TEXT,
  action: { enum: ['create', 'change', 'remove'] },
  what: TEXT,
  id: TEXT,
  settings: {
    type: 'array',
    items: objectOf({ name: TEXT, before: {}, after: {} }, { optional: ['before', 'after'] }),
  },
});

const PLAN = objectOf(
  {
    changes: { type: 'array', items: PLANNED_CHANGE },
    totals: objectOf({ create: NUMBER, change: NUMBER, remove: NUMBER }),
    locksOut: {
      type: 'array',
      description:
        'Of a dry run: applications with logins in the last 24 hours that lose what these need. Absent: none.',
      items: objectOf({ tenant: TEXT, application: TEXT, reason: TEXT }),
    },
  },
  {
    description: 'What a change does. Secrets are shown as `(secret)`.',
    optional: ['locksOut'],
  },
);

const APPROVAL = objectOf(
  {
    id: TEXT,
    operation: { ...TEXT, description: 'The operation of the request.' },
    method: TEXT,
    path: TEXT,
    summary: TEXT,
    permission: { ...TEXT, description: 'What the second person must be allowed to do.' },
    requestedBy: objectOf({ kind: { enum: ['administrator', 'token'] }, id: TEXT, name: TEXT }),
    requestedAt: MOMENT,
    expiresAt: MOMENT,
    reason: TEXT_OR_NULL,
    plan: {
      description: 'Null: it changes no settings.',
      anyOf: [{ $ref: '#/components/schemas/Plan' }, { type: 'null' }],
    },
    input: { type: ['object', 'null'], description: 'The body of a request without a plan.' },
    mayApprove: { type: 'boolean', description: 'Whether the caller may approve it.' },
  },
  { description: 'A change that waits for a second person.' },
);

const REVISION = objectOf({
  revision: NUMBER,
  at: MOMENT,
  who: TEXT,
  reason: TEXT_OR_NULL,
  source: { enum: ['file', 'api', 'console', 'rollback'] },
});

const EVENT = objectOf({
  position: NUMBER,
  at: MOMENT,
  authentication: TEXT,
  issuer: TEXT,
  application: TEXT,
  channel: TEXT,
  kind: TEXT,
  acr: TEXT,
  outcome: TEXT,
  hint: TEXT_OR_NULL,
});

const DELIVERY = objectOf({
  deliveredPosition: NUMBER,
  lastPosition: NUMBER,
  waiting: { ...NUMBER, description: 'Events that are not delivered yet.' },
  failures: { ...NUMBER, description: 'Attempts in a row that failed.' },
  nextAt: MOMENT_OR_NULL,
});

const USAGE = objectOf({
  application: TEXT,
  acr: TEXT,
  kind: TEXT,
  identified: NUMBER,
  remembered: { ...NUMBER, description: 'By a session, without the eID.' },
  ended: NUMBER,
});

const KEY = objectOf({
  kid: TEXT,
  alg: { enum: ['RS256', 'ES256'] },
  state: { enum: ['current', 'next', 'previous'] },
  createdAt: MOMENT,
  until: { ...MOMENT_OR_NULL, description: 'The end of a previous key.' },
});

const KEY_CHANGE = objectOf(
  {
    issuer: TEXT,
    what: { enum: ['promoted', 'replaced', 'published'] },
    until: { ...MOMENT, description: 'The end of the keys before.' },
    from: { ...MOMENT, description: 'The next keys may sign then.' },
  },
  { optional: ['until', 'from'] },
);

const LOGIN_STEP = objectOf(
  {
    at: MOMENT,
    what: TEXT,
    words: TEXT,
    after: { ...NUMBER, description: 'Milliseconds since the step before.' },
    waitedFor: { ...TEXT_OR_NULL, description: 'Whose turn it was meanwhile.' },
  },
  { optional: ['after', 'waitedFor'] },
);

const LOGIN = objectOf(
  {
    code: { ...TEXT, description: 'The support code: `K7F2-QX9M`.' },
    login: {
      ...TEXT_OR_NULL,
      description: 'The code of the login that a refused request named; null: this is a login.',
    },
    application: TEXT_OR_NULL,
    issuer: TEXT,
    eid: TEXT_OR_NULL,
    acr: TEXT_OR_NULL,
    channel: TEXT,
    outcome: { ...TEXT_OR_NULL, description: 'Null while pending.' },
    error: { ...TEXT_OR_NULL, description: 'The key of the error in the catalogue.' },
    beganAt: MOMENT,
    steps: { type: 'array', items: LOGIN_STEP },
    stepsLeftOut: NUMBER,
    cause: TEXT,
    fix: TEXT,
    whoActs: { enum: ['person', 'application', 'operator', 'eid', 'nobody'] },
  },
  {
    description: 'A login, explained. It names no person.',
    optional: ['login', 'issuer', 'error', 'stepsLeftOut'],
  },
);

const SECRET = objectOf({
  id: TEXT,
  expiresAt: MOMENT_OR_NULL,
  lastUsedAt: { ...MOMENT_OR_NULL, description: 'To the minute. Null: never.' },
});

const NEW_SECRET = objectOf({
  id: TEXT,
  expiresAt: MOMENT_OR_NULL,
  value: { ...TEXT, description: 'Shown once.' },
});

/** The schemas of answers that are no settings, by their names in the description. */
export const ANSWERS: Readonly<Record<string, JsonSchema>> = {
  Approval: APPROVAL,
  Plan: PLAN,
  Revision: REVISION,
  Event: EVENT,
  Delivery: DELIVERY,
  Usage: USAGE,
  Key: KEY,
  KeyChange: KEY_CHANGE,
  Login: LOGIN,
  Secret: SECRET,
  NewSecret: NEW_SECRET,
};
