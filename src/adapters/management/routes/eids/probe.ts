import { isJsonObject } from '../../../../domain/json.ts';
import type { ProbeEid } from '../../../../management/eids/probe-eid.ts';
import { objectOf } from '../../json-schema.ts';
import { defineRoute, type Route } from '../../route.ts';
import { json, TENANT, wholeList } from '../schemas.ts';
import { KEY_PARAMETERS } from '../settings/object-kinds.ts';

const CHECK = objectOf({
  check: { type: 'string' },
  ok: { type: ['boolean', 'null'], description: 'Null: not tried.' },
  detail: { type: 'string' },
});

/** Tries an eID with its certificate. */
export function probeRoutes({ probeEid }: { readonly probeEid: ProbeEid }): Route[] {
  return [
    defineRoute({
      name: 'probeEid',
      method: 'POST',
      path: '/api/tenants/:tenant/eids/:eid/probe',
      summary:
        'Tries the eID with its certificate, as it is stored or with the settings of the body; nothing is stored.',
      permission: 'eids.probe',
      params: { tenant: TENANT, eid: KEY_PARAMETERS.eids },
      body: {
        types: ['application/json'],
        optional: true,
        schema: {
          type: 'object',
          properties: { settings: { type: 'object', description: "The eID's settings." } },
          additionalProperties: false,
        },
      },
      answers: { 200: json('Each check.', wholeList(CHECK)) },
      problems: [409],
      async handle({ params: { tenant = '', eid = '' }, body, authorize }) {
        authorize({});
        const settings = isJsonObject(body) ? body.settings : undefined;
        const items = await probeEid(tenant, eid, isJsonObject(settings) ? settings : undefined);
        return { status: 200, body: { items, next: null } };
      },
    }),
  ];
}
