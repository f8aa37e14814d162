import { headText } from '../../../../domain/event-chain.ts';
import { managementChain } from '../../../../domain/management-event.ts';
import type { LoggedManagementEvent } from '../../../../ports/administrators.ts';
import { defineRoute, type Route } from '../../route.ts';
import { cursorIn, json, limitOf, PAGE, pageFrom, pageOf } from '../schemas.ts';
import { type AccessDeps, SCOPES, type Scope, tenantOf } from './access-deps.ts';
import { AUDIT_EVENT, VERIFICATION } from './access-schemas.ts';

/** The events of management, in each tenant and of the whole installation. */
export function auditRoutes(deps: AccessDeps): Route[] {
  return SCOPES.flatMap((scope) => routesOf(scope, deps));
}

function routesOf({ path, suffix, where, params }: Scope, deps: AccessDeps): Route[] {
  const { managementEvents, verifyEvents } = deps;
  return [
    defineRoute({
      name: `listAudit${suffix}`,
      method: 'GET',
      path: `${path}/audit`,
      summary: `The changes ${where}: who, with which role, what, before and after. The newest first.`,
      permission: 'audit.read',
      params,
      query: PAGE,
      answers: { 200: json('A page of events.', pageOf(AUDIT_EVENT)) },
      async handle(request) {
        const limit = limitOf(request.query);
        const before = cursorIn(request.query, isPosition);
        const page = { before, limit: limit + 1 };
        const found = await managementEvents.list(tenantOf(request), page);
        const { items, next } = pageFrom(found, limit, cursorOf);
        return { status: 200, body: { items: items.map(shown), next } };
      },
    }),

    defineRoute({
      name: `verifyAudit${suffix}`,
      method: 'GET',
      path: `${path}/audit/verification`,
      summary: `Recomputes the chain of the changes ${where}.`,
      permission: 'audit.read',
      params,
      answers: { 200: json('Whether it holds.', VERIFICATION) },
      async handle(request) {
        const { faults, intact, unsealed, head } = await verifyEvents({
          tenantId: managementChain(tenantOf(request)),
          from: undefined,
          until: undefined,
          storedHead: undefined,
        });
        const texts = faults.map(({ texts }) => texts);
        const holds = faults.length === 0;
        return {
          status: 200,
          body: { holds, intact, unsealed, faults: texts, head: headText(head) },
        };
      },
    }),
  ];
}

/** Before all sealed events, for a page that ends with one that is not sealed yet. */
function cursorOf({ position = Number.MAX_SAFE_INTEGER }: LoggedManagementEvent): number {
  return position;
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function shown(event: LoggedManagementEvent) {
  return { ...event, position: event.position ?? null };
}
