import { mayDo } from '../../../domain/administrator.ts';
import type { Expiry } from '../../../domain/expiry.ts';
import type { ReadExpiry } from '../../../management/expiry.ts';
import { objectOf } from '../json-schema.ts';
import { defineRoute, type Route } from '../route.ts';
import { json, TENANT, wholeList } from './schemas.ts';

const ITEM = objectOf({
  kind: {
    enum: [
      'certificate',
      'client-secret',
      'registered-key',
      'signing-key',
      'eid-key',
      'api-token',
    ] satisfies Expiry['kind'][],
  },
  id: {
    type: 'string',
    description: 'The eID, application or issuer that has it; of an API token its own id.',
  },
  what: { type: 'string', description: 'Which one, in words.' },
  expiresAt: {
    type: 'string',
    format: 'date-time',
    description: 'Of a signing key: when its rotation is due.',
  },
  daysLeft: { type: 'integer', description: 'Negative once it is past.' },
  lastUsedAt: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'Of a client secret or API token, to the minute. Null: never, or it is neither.',
  },
  alarm: {
    type: ['integer', 'null'],
    description: 'The last alarm that is due: 30, 14, 7, 1 or 0 days; null before the first.',
  },
});

/** What ends in a tenant. */
export function expiryRoutes({ readExpiry }: { readonly readExpiry: ReadExpiry }): Route[] {
  return [
    defineRoute({
      name: 'listExpiry',
      method: 'GET',
      path: '/api/tenants/:tenant/expiry',
      summary:
        'Certificates, secrets and keys that end, the first to end first. API tokens for those who may list them.',
      permission: 'configuration.read',
      params: { tenant: TENANT },
      answers: {
        200: json('What ends.', wholeList(ITEM)),
      },
      async handle({ params: { tenant = '' }, principal }) {
        const maySeeTokens = mayDo(principal, tenant, 'tokens.read');
        const items = (await readExpiry(tenant)).filter(
          ({ kind }) => kind !== 'api-token' || maySeeTokens,
        );
        return { status: 200, body: { items: items.map(shown), next: null } };
      },
    }),
  ];
}

function shown({ kind, id, what, expiresAt, daysLeft, lastUsedAt, alarm }: Expiry) {
  const known = { lastUsedAt: lastUsedAt ?? null, alarm: alarm ?? null };
  return { kind, id, what, expiresAt, daysLeft, ...known };
}
