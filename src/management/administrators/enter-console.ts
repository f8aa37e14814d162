import { secondsAfter } from '../../domain/lifetimes.ts';
import { managementEvent } from '../../domain/management-event.ts';
import type { Administrators, ManagementSessions } from '../../ports/administrators.ts';
import type { AuthenticationIdOf, Clock, NewId } from '../../ports/runtime.ts';

/** The seconds of a session without use, and in all. */
export const IDLE_SECONDS = 30 * 60;
export const SESSION_SECONDS = 8 * 60 * 60;

/** The ports of entering. */
export interface EnterParts {
  readonly administrators: Pick<Administrators, 'openInvitation' | 'admit' | 'find'>;
  readonly sessions: Pick<ManagementSessions, 'open' | 'end'>;
  readonly newId: NewId;
  /** SHA-256, base64url. */
  readonly hashOf: AuthenticationIdOf;
  readonly clock: Clock;
}

/** A person whom the issuer has just identified. */
export interface IdentifiedPerson {
  readonly iss: string;
  readonly sub: string;
  readonly name: string;
  readonly authenticatedAt: Date;
  /** The hash of the invitation that the person follows. */
  readonly invitation: string | undefined;
  /** The hash of the session that the browser has, whose place the new one takes. */
  readonly oldSession: string | undefined;
}

/**
 * The result of a login.
 * - `entered`: `secret` is the value of the session's cookie
 * - `not-invited`: the person has no role
 * - `invitation-closed`: someone accepted the invitation before, or it has expired
 */
export type Entered =
  | { readonly outcome: 'entered'; readonly secret: string }
  | { readonly outcome: 'not-invited' }
  | { readonly outcome: 'invitation-closed' };

/** Opens a session for a person with a role. */
export type EnterConsole = (person: IdentifiedPerson) => Promise<Entered>;

/**
 * Each login makes a session with a new id and ends the browser's old one, so that a known id is worth nothing after a
 * login. An invitation is consumed only here: following its link alone does not spend it.
 */
export function makeEnterConsole(parts: EnterParts): EnterConsole {
  const { administrators, sessions, newId, hashOf, clock } = parts;
  const accept = makeAcceptInvitation(parts);

  return async function enterConsole(person) {
    const { invitation, oldSession } = person;
    if (invitation !== undefined && !(await accept(person, invitation))) {
      return { outcome: 'invitation-closed' };
    }
    const administrator = await administrators.find(person.iss, person.sub);
    if (administrator === undefined || administrator.grants.length === 0) {
      return { outcome: 'not-invited' };
    }
    const [secret, now] = [newId(), clock()];
    await sessions.open({
      idHash: hashOf(secret),
      administratorId: administrator.id,
      createdAt: now,
      authenticatedAt: person.authenticatedAt,
      expiresAt: secondsAfter(now, SESSION_SECONDS),
    });
    if (oldSession !== undefined) await sessions.end(oldSession);
    return { outcome: 'entered', secret };
  };
}

/** Admits a person by an open invitation; false when it is closed. */
export function makeAcceptInvitation({
  administrators,
  newId,
  hashOf,
  clock,
}: Omit<EnterParts, 'sessions' | 'administrators'> & {
  readonly administrators: Pick<Administrators, 'openInvitation' | 'admit'>;
}) {
  return async function acceptInvitation(
    { iss, sub, name }: Pick<IdentifiedPerson, 'iss' | 'sub' | 'name'>,
    tokenHash: string,
  ): Promise<boolean> {
    const now = clock();
    const invitation = await administrators.openInvitation(tokenHash, now);
    if (invitation === undefined) return false;
    const { tenant, role } = invitation;
    const id = administratorIdOf(iss, sub, hashOf);
    const act = {
      tenant,
      act: 'administrators.write',
      outcome: 'done',
      object: `administrator ${id}`,
      after: { name, iss, sub, tenant, role, invitation: invitation.id },
    } as const;
    const actor = { who: { kind: 'administrator', id, name }, roles: [] } as const;
    const event = managementEvent(actor, act, { unique: newId(), at: now });
    const administrator = { id, iss, sub, name, createdAt: now };
    return administrators.admit({ tokenHash, administrator, grant: { tenant, role }, now }, event);
  };
}

/** The same identity always has the same id. */
export function administratorIdOf(iss: string, sub: string, hashOf: AuthenticationIdOf): string {
  return `adm_${hashOf(JSON.stringify([iss, sub])).slice(0, 22)}`;
}
