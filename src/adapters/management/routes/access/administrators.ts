import { ALL_TENANTS, mayPassOn, type Role } from '../../../../domain/administrator.ts';
import { managementEvent } from '../../../../domain/management-event.ts';
import { invitationLink } from '../../../../management/administrators/invite-administrator.ts';
import { ApiProblem } from '../../problem.ts';
import { Refusal } from '../../require-allowed.ts';
import { type ApiRequest, defineRoute, type Parameter, type Route } from '../../route.ts';
import { json, wholeList } from '../schemas.ts';
import { type AccessDeps, actorOf, filterOf, SCOPES, type Scope, tenantOf } from './access-deps.ts';
import { ADMINISTRATOR, INVITATION, NEW_INVITATION, ROLE } from './access-schemas.ts';

const idOf = (kind: string): Parameter => ({
  description: `The id of the ${kind}.`,
  schema: { type: 'string', pattern: '^[a-z]{3}_[\\w-]{1,50}$' },
});

/** Administrators and invitations, in each tenant and in the whole installation. */
export function administratorRoutes(deps: AccessDeps): Route[] {
  return SCOPES.flatMap((scope) => routesOf(scope, deps));
}

function routesOf({ path, suffix, where, params }: Scope, deps: AccessDeps): Route[] {
  const { administrators, inviteAdministrator, url, newId, clock } = deps;
  return [
    defineRoute({
      name: `listAdministrators${suffix}`,
      method: 'GET',
      path: `${path}/administrators`,
      summary: `The administrators ${where}, with their roles there.`,
      permission: 'administrators.read',
      params,
      answers: { 200: json('The administrators.', wholeList(ADMINISTRATOR)) },
      async handle(request) {
        const tenant = filterOf(request);
        const isShown = (grant: { readonly tenant: string }) =>
          tenant === undefined || [tenant, ALL_TENANTS].includes(grant.tenant);
        const items = (await administrators.list(tenant)).map(({ grants, ...administrator }) => ({
          ...administrator,
          grants: grants.filter(isShown),
        }));
        return { status: 200, body: { items, next: null } };
      },
    }),

    defineRoute({
      name: `removeAdministrator${suffix}`,
      method: 'DELETE',
      path: `${path}/administrators/:id`,
      summary: `Takes all roles ${where} from a person. Without a role left, every session ends.`,
      permission: 'administrators.write',
      params: { ...params, id: idOf('administrator') },
      answers: { 204: { description: 'It is done.' } },
      problems: [404, 409],
      async handle(request) {
        request.authorize({ removes: true });
        const { id = '' } = request.params;
        const event = eventOf(request, `administrator ${id}`);
        switch (await administrators.remove(id, filterOf(request), event)) {
          case 'removed':
            return { status: 204 };
          case 'unknown':
            throw new ApiProblem(404, 'There is no such administrator.');
          case 'last-owner':
            throw new ApiProblem(409, 'Nobody else is an owner: invite another owner first.');
        }
      },
    }),

    defineRoute({
      name: `listInvitations${suffix}`,
      method: 'GET',
      path: `${path}/invitations`,
      summary: `The open invitations ${where}.`,
      permission: 'administrators.read',
      params,
      answers: { 200: json('The invitations.', wholeList(INVITATION)) },
      async handle(request) {
        const open = await administrators.openInvitations(filterOf(request), clock());
        const items = open.map(({ tokenHash: _, ...invitation }) => invitation);
        return { status: 200, body: { items, next: null } };
      },
    }),

    defineRoute({
      name: `invite${suffix}`,
      method: 'POST',
      path: `${path}/invitations`,
      summary: `Invites one person to a role ${where}, for 15 minutes. Only this answer has the link.`,
      permission: 'administrators.write',
      params,
      body: {
        types: ['application/json'],
        schema: {
          type: 'object',
          properties: { role: ROLE },
          required: ['role'],
          additionalProperties: false,
        },
      },
      answers: { 201: json('The invitation, with its link.', NEW_INVITATION) },
      async handle(request) {
        request.authorize({});
        const { role } = request.body as { readonly role: Role };
        const grant = { tenant: tenantOf(request), role };
        if (!mayPassOn(request.principal, grant)) {
          throw new Refusal(403, 'Nobody can invite to more rights than they have.');
        }
        const { principal, reason } = request;
        const offer = { ...grant, createdBy: principal.person };
        const invited = await inviteAdministrator(offer, actorOf(request), reason);
        const link = invitationLink(url, invited.secret);
        return { status: 201, body: { ...invited.invitation, link } };
      },
    }),

    defineRoute({
      name: `withdrawInvitation${suffix}`,
      method: 'DELETE',
      path: `${path}/invitations/:id`,
      summary: 'Withdraws an open invitation.',
      permission: 'administrators.write',
      params: { ...params, id: idOf('invitation') },
      answers: { 204: { description: 'It is done.' } },
      problems: [404],
      async handle(request) {
        request.authorize({ removes: true });
        const { id = '' } = request.params;
        const event = eventOf(request, `invitation ${id}`);
        if (await administrators.withdraw(id, filterOf(request), event)) return { status: 204 };
        throw new ApiProblem(404, 'There is no such open invitation.');
      },
    }),
  ];

  function eventOf(request: ApiRequest, object: string) {
    const act = {
      tenant: tenantOf(request),
      act: 'administrators.write',
      outcome: 'done',
      object,
      reason: request.reason,
    } as const;
    return managementEvent(actorOf(request), act, { unique: newId(), at: clock() });
  }
}
