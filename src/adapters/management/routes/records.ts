import type { SealedEvent } from '../../../domain/event-chain.ts';
import type { RecordAct } from '../../../management/administrators/record-act.ts';
import type { TenantRecords, UsageRow } from '../../../ports/tenant-records.ts';
import { ApiProblem } from '../problem.ts';
import { defineRoute, type Route } from '../route.ts';
import { actorOf } from './access/access-deps.ts';
import {
  cursorIn,
  json,
  limitOf,
  named,
  PAGE,
  pageFrom,
  pageOf,
  TENANT,
  wholeList,
} from './schemas.ts';
import { KEY_PARAMETERS } from './settings/object-kinds.ts';

const TENANT_PATH = '/api/tenants/:tenant';
const params = { tenant: TENANT };
const webhook = {
  ...params,
  id: KEY_PARAMETERS.webhooks,
};
const CSV = 'text/csv';
const MOMENT = { type: 'string', format: 'date-time' } as const;
const COLUMNS = ['application', 'acr', 'kind', 'identified', 'remembered', 'ended'] as const;

/** What the routes of events need. */
interface RecordDeps {
  readonly records: TenantRecords;
  readonly recordAct: RecordAct;
}

/** The events of a tenant, their delivery, and their count. */
export function recordRoutes({ records, recordAct }: RecordDeps): Route[] {
  return [
    defineRoute({
      name: 'listEvents',
      method: 'GET',
      path: `${TENANT_PATH}/events`,
      summary: 'The sealed events, the newest first. They name no person.',
      permission: 'events.read',
      params,
      query: PAGE,
      answers: { 200: json('A page.', pageOf(named('Event'))) },
      async handle({ params: { tenant = '' }, query }) {
        const limit = limitOf(query);
        const found = await records.events(tenant, cursorIn(query, isPosition), limit + 1);
        const { items, next } = pageFrom(found, limit, ({ position }) => position);
        return { status: 200, body: { items: items.map(shown), next } };
      },
    }),

    defineRoute({
      name: 'readDeliveries',
      method: 'GET',
      path: `${TENANT_PATH}/webhooks/:id/deliveries`,
      summary: 'How far the events were delivered to a webhook.',
      permission: 'configuration.read',
      params: webhook,
      answers: { 200: json('The state of the delivery.', named('Delivery')) },
      async handle({ params: { tenant = '', id = '' } }) {
        const state = await records.delivery(tenant, id);
        if (state === undefined) throw unknownWebhook();
        const waiting = Math.max(0, state.lastPosition - state.deliveredPosition);
        return { status: 200, body: { ...state, waiting, nextAt: state.nextAt ?? null } };
      },
    }),

    defineRoute({
      name: 'replayDeliveries',
      method: 'POST',
      path: `${TENANT_PATH}/webhooks/:id/replay`,
      summary: 'Delivers events again, from a position on, with the same message ids.',
      permission: 'webhooks.replay',
      params: webhook,
      body: {
        types: ['application/json'],
        schema: {
          type: 'object',
          properties: {
            from: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
          },
          required: ['from'],
          additionalProperties: false,
        },
      },
      answers: { 204: { description: 'They are delivered from now on.' } },
      async handle(request) {
        request.authorize({});
        const { tenant = '', id = '' } = request.params;
        const { from } = request.body as { readonly from: number };
        const event = {
          tenant,
          act: 'webhooks.replay',
          object: `webhook ${id}`,
          after: { from },
          reason: request.reason,
        };
        await recordAct(actorOf(request), event, async () => {
          if (!(await records.replay(tenant, id, from))) throw unknownWebhook();
        });
        return { status: 204 };
      },
    }),

    defineRoute({
      name: 'readUsage',
      method: 'GET',
      path: `${TENANT_PATH}/usage`,
      summary: 'The attempts by application, acr value and kind: as JSON or CSV.',
      permission: 'usage.read',
      params,
      query: {
        from: { description: 'From this moment on.', schema: MOMENT, required: true },
        until: { description: 'Up to this moment, without it.', schema: MOMENT, required: true },
      },
      answers: {
        200: {
          description: 'The counts.',
          content: {
            'application/json': wholeList(named('Usage')),
            [CSV]: { type: 'string' },
          },
        },
      },
      problems: [406],
      async handle({ params: { tenant = '' }, query, accepts }) {
        const type = accepts(['application/json', CSV]);
        if (type === undefined) throw new ApiProblem(406, `There is application/json and ${CSV}.`);
        const [from, until] = [new Date(String(query.from)), new Date(String(query.until))];
        const items = await records.usage(tenant, from, until);
        if (type === CSV) return { status: 200, body: csvOf(items), type: CSV };
        return { status: 200, body: { items, next: null } };
      },
    }),
  ];
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function unknownWebhook(): ApiProblem {
  return new ApiProblem(404, 'There is no such webhook.');
}

/** As in a webhook's message (docs/webhooks.md), with names in the style of this API. */
function shown({ position, facts }: SealedEvent) {
  const { at, authenticationId, issuer, clientId, channel, kind, acr, outcome, hintCode } = facts;
  return {
    position,
    at,
    authentication: authenticationId,
    issuer,
    application: clientId,
    channel,
    kind,
    acr,
    outcome,
    hint: hintCode ?? null,
  };
}

/** RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe. */
function csvOf(rows: readonly UsageRow[]): string {
  const field = (value: string | number) => {
    const text = String(value).replace(/^[=+\-@\t\r]/, "'$&");
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => COLUMNS.map((column) => field(row[column])).join(','));
  return [COLUMNS.join(','), ...lines, ''].join('\r\n');
}
