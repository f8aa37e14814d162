import { ALL_TENANTS, type Grant } from '../../domain/administrator.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import { type ActingAs, managementEvent } from '../../domain/management-event.ts';
import type { Administrators, Invitation } from '../../ports/administrators.ts';
import type { AuthenticationIdOf, Clock, NewId } from '../../ports/runtime.ts';

/** The seconds in which an invitation must be accepted. */
export const INVITATION_SECONDS = 15 * 60;

/** The ports of invitations. */
export interface InviteParts {
  readonly administrators: Pick<Administrators, 'invite'>;
  readonly newId: NewId;
  /** SHA-256, base64url. */
  readonly hashOf: AuthenticationIdOf;
  readonly clock: Clock;
}

/** An invitation, and the secret for its link: the only moment at which it is known. */
export interface Invited {
  readonly invitation: Omit<Invitation, 'tokenHash'>;
  readonly secret: string;
}

/** A role, and the person who invites to it; absent: the actor. */
export interface Offer extends Grant {
  readonly createdBy?: string;
}

/** Stores an invitation to a role. Whether the actor may pass that role on is decided before. */
export type InviteAdministrator = (
  offer: Offer,
  actor: ActingAs,
  reason?: string,
) => Promise<Invited>;

/** The invitation is an event; its secret is stored as a hash. */
export function makeInviteAdministrator(parts: InviteParts): InviteAdministrator {
  const { administrators, newId, hashOf, clock } = parts;
  return async function inviteAdministrator({ tenant, role, createdBy }, actor, reason) {
    const [secret, now] = [newId(), clock()];
    const invitation = {
      id: `inv_${newId().slice(0, 22)}`,
      tenant,
      role,
      createdAt: now,
      createdBy: createdBy ?? actor.who.id,
      expiresAt: secondsAfter(now, INVITATION_SECONDS),
    };
    const act = {
      tenant,
      act: 'administrators.write',
      outcome: 'done',
      object: `invitation ${invitation.id}`,
      after: { tenant, role, expiresAt: invitation.expiresAt.toISOString() },
      reason,
    } as const;
    const event = managementEvent(actor, act, { unique: newId(), at: now });
    await administrators.invite({ ...invitation, tokenHash: hashOf(secret) }, event);
    return { invitation, secret };
  };
}

/** The link of an invitation. Its secret is in the fragment, which no server and no log sees. */
export function invitationLink(managementUrl: string, secret: string): string {
  return `${managementUrl}/invitation#${secret}`;
}

/** A tenant in words. */
export function describeTenant(tenant: string): string {
  return tenant === ALL_TENANTS ? 'the whole installation' : `tenant ${tenant}`;
}
