import {
  ALL_TENANTS,
  type Principal,
  permissionsAt,
  rolesAt,
} from '../../../../domain/administrator.ts';
import { ApiProblem } from '../../problem.ts';
import { defineRoute, type Route } from '../../route.ts';
import { json } from '../schemas.ts';
import type { AccessDeps } from './access-deps.ts';
import { SESSION } from './access-schemas.ts';

const MAX_TENANTS = 200;

/** Who calls, and what the caller may do. */
export function sessionRoutes({ storedObjects }: Pick<AccessDeps, 'storedObjects'>): Route[] {
  return [
    defineRoute({
      name: 'readSession',
      method: 'GET',
      path: '/api/session',
      summary: 'Who calls, and the roles and permissions in each tenant.',
      permission: 'anybody',
      answers: { 200: json('The caller.', SESSION) },
      async handle({ principal }) {
        const { kind, id, name, grants, authenticatedAt = null, expiresAt } = principal;
        const tenants = (await tenantsOf(principal)).map((tenant) => ({
          ...tenant,
          roles: rolesAt(principal, tenant.id),
          permissions: permissionsAt(principal, tenant.id),
        }));
        const permissions = permissionsAt(principal, ALL_TENANTS);
        const caller = { kind, id, name, grants, authenticatedAt };
        return { status: 200, body: { principal: caller, tenants, permissions, expiresAt } };
      },
    }),

    defineRoute({
      name: 'endSession',
      method: 'DELETE',
      path: '/api/session',
      summary: 'Logs out: the session of the cookie ends.',
      permission: 'anybody',
      answers: { 204: { description: 'It has ended.' } },
      problems: [409],
      async handle({ principal, endSession }) {
        if (principal.kind === 'token') throw new ApiProblem(409, 'A token has no session.');
        await endSession();
        return { status: 204 };
      },
    }),
  ];

  async function tenantsOf(principal: Principal) {
    if (rolesAt(principal, ALL_TENANTS).length > 0) {
      return storedObjects.tenants({ after: undefined, limit: MAX_TENANTS });
    }
    const ids = [...new Set(principal.grants.map(({ tenant }) => tenant))].sort();
    const found = ids.slice(0, MAX_TENANTS).map((id) => storedObjects.tenantFrame(id));
    const known = (await Promise.all(found)).filter((tenant) => tenant !== undefined);
    return known.map(({ id, name }) => ({ id, name }));
  }
}
