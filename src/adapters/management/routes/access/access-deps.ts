import { ALL_TENANTS } from '../../../../domain/administrator.ts';
import { type ActingAs, actingAs } from '../../../../domain/management-event.ts';
import type { InviteAdministrator } from '../../../../management/administrators/invite-administrator.ts';
import type { makeTokens } from '../../../../management/administrators/make-token.ts';
import type { VerifyEvents } from '../../../../management/events/verify-events.ts';
import type {
  Administrators,
  ApiTokens,
  ManagementEvents,
} from '../../../../ports/administrators.ts';
import type { Clock, NewId } from '../../../../ports/runtime.ts';
import type { StoredObjects } from '../../../../ports/stored-objects.ts';
import type { ApiRequest, Parameter } from '../../route.ts';
import { TENANT } from '../schemas.ts';

/** What the routes of administrators, tokens and the audit need. */
export interface AccessDeps {
  readonly administrators: Administrators;
  readonly apiTokens: ApiTokens;
  readonly managementEvents: ManagementEvents;
  readonly storedObjects: Pick<StoredObjects, 'tenants' | 'tenantFrame'>;
  readonly inviteAdministrator: InviteAdministrator;
  readonly tokens: ReturnType<typeof makeTokens>;
  readonly verifyEvents: VerifyEvents;
  /** The origin under which browsers reach the listener. */
  readonly url: string;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** The same routes exist for one tenant and for the whole installation. */
export interface Scope {
  /** The beginning of the paths. */
  readonly path: string;
  /** In the names of the operations. */
  readonly suffix: string;
  readonly where: string;
  readonly params: Readonly<Record<string, Parameter>>;
}

/** Both scopes. */
export const SCOPES: readonly Scope[] = [
  {
    path: '/api/tenants/:tenant',
    suffix: 'OfTenant',
    where: 'of the tenant',
    params: { tenant: TENANT },
  },
  { path: '/api', suffix: '', where: 'of the whole installation', params: {} },
];

/** The tenant of a request, or `ALL_TENANTS`. */
export function tenantOf({ params }: Pick<ApiRequest, 'params'>): string {
  return params.tenant ?? ALL_TENANTS;
}

/** The tenant as a filter: a route for the whole installation lists everything. */
export function filterOf({ params }: Pick<ApiRequest, 'params'>): string | undefined {
  return params.tenant;
}

/** The caller as the actor of an event. */
export function actorOf(
  request: Pick<ApiRequest, 'params' | 'principal' | 'approvedBy'>,
): ActingAs {
  return actingAs(request.principal, tenantOf(request), request.approvedBy);
}
