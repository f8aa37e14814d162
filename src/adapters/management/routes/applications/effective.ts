import type { ReadEffectiveApplication } from '../../../../management/configuration/effective-application.ts';
import { objectOf } from '../../json-schema.ts';
import { defineRoute, type Route } from '../../route.ts';
import { json, TENANT } from '../schemas.ts';
import { KEY_PARAMETERS } from '../settings/object-kinds.ts';

const TEXT = { type: 'string' } as const;
const TEXT_OR_NULL = { type: ['string', 'null'] } as const;

const CLAIM = objectOf({
  name: { ...TEXT, description: "In the application's profile of claims." },
  scope: { ...TEXT_OR_NULL, description: 'The scope that releases it; null: none is needed.' },
  released: {
    enum: ['always', 'sometimes', 'on-request', 'not-granted'],
    description:
      'By every login; where the eID has it; when the request has the scope; not, for the settings do not grant the scope.',
  },
  description: TEXT_OR_NULL,
  example: { description: 'A value of nobody.' },
});

const EID = objectOf({
  acr: TEXT,
  eid: TEXT,
  title: TEXT,
  level: TEXT_OR_NULL,
  device: TEXT_OR_NULL,
  flows: {
    type: 'array',
    items: TEXT,
    description: "Those of the application's flows that it serves.",
  },
  claims: { type: 'array', items: CLAIM },
});

const ISSUER = objectOf({
  issuer: TEXT,
  environment: { enum: ['test', 'production'] },
  endpoints: { type: 'object', additionalProperties: TEXT, description: 'Absolute URLs.' },
  eids: { type: 'array', items: EID },
});

const EFFECTIVE = objectOf({
  settings: {
    type: 'object',
    description: 'Every setting, with its default where it is absent; null: neither.',
  },
  defaults: { type: 'array', items: TEXT, description: 'The settings that have their default.' },
  clientAuthentication: {
    type: 'array',
    items: { enum: ['secret', 'private-key-jwt', 'none'] },
  },
  needsChallenge: { type: 'boolean', description: 'A request for a code must use PKCE.' },
  metadata: {
    type: 'object',
    description: 'The client metadata (OpenID Connect Registration), without secrets and keys.',
  },
  issuers: { type: 'array', items: ISSUER },
});

/** What an application gets, with every default filled in. */
export function effectiveRoute({
  readEffectiveApplication,
}: {
  readonly readEffectiveApplication: ReadEffectiveApplication;
}): Route {
  return defineRoute({
    name: 'readEffectiveApplication',
    method: 'GET',
    path: '/api/tenants/:tenant/applications/:clientId/effective',
    summary: 'The application with its defaults, endpoints, and the claims that it gets per eID.',
    permission: 'configuration.read',
    params: {
      tenant: TENANT,
      clientId: KEY_PARAMETERS.applications,
    },
    answers: { 200: json('What it gets.', EFFECTIVE) },
    handle: async ({ params: { tenant = '', clientId = '' } }) => ({
      status: 200,
      body: await readEffectiveApplication(tenant, clientId),
    }),
  });
}
