import type { Grant, Permission, Principal, Role } from '../domain/administrator.ts';
import type { ManagementEvent } from '../domain/management-event.ts';

/** A person who may use the management API. */
export interface Administrator {
  readonly id: string;
  readonly iss: string;
  readonly sub: string;
  readonly name: string;
  /** Sorted by tenant, then by role. */
  readonly grants: readonly Grant[];
  readonly createdAt: Date;
}

/** A link that admits one person, once. */
export interface Invitation extends Grant {
  readonly id: string;
  /** SHA-256 of the secret in the link, base64url. */
  readonly tokenHash: string;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date;
}

/** A person who logged in to accept an invitation. */
export interface Admission {
  readonly tokenHash: string;
  readonly administrator: Omit<Administrator, 'grants'>;
  /** What the invitation grants. */
  readonly grant: Grant;
  readonly now: Date;
}

/**
 * What became of a removal.
 * - `unknown`: there was no such role
 * - `last-owner`: nobody else owns a tenant that the person owns; nothing changed. Of two owners who remove each other at
 *   once, one stays.
 */
export type Removal = 'removed' | 'unknown' | 'last-owner';

/**
 * Administrators, and invitations to become one. Every change takes the event that records it, and writes both or
 * nothing.
 */
export interface Administrators {
  invite(invitation: Invitation, event: ManagementEvent): Promise<void>;
  /** An invitation that nobody has accepted yet and that has not expired. */
  openInvitation(tokenHash: string, now: Date): Promise<Invitation | undefined>;
  /** The open invitations of the tenant, or of all, newest first. */
  openInvitations(tenant: string | undefined, now: Date): Promise<readonly Invitation[]>;
  /** Withdraws an open invitation. False when it is not open, or not of the tenant. */
  withdraw(id: string, tenant: string | undefined, event: ManagementEvent): Promise<boolean>;
  /**
   * Consumes the invitation and grants its role. False, and nothing changes, when it was accepted before or has expired: of
   * two callers one gets true.
   */
  admit(admission: Admission, event: ManagementEvent): Promise<boolean>;
  /** The administrator of an identity, unless removed. */
  find(iss: string, sub: string): Promise<Administrator | undefined>;
  /** Those with a role in the tenant, or in all tenants; all administrators without a tenant. Sorted by name. */
  list(tenant: string | undefined): Promise<readonly Administrator[]>;
  /**
   * Takes the roles in the tenant from a person, or all roles without a tenant, together with the API tokens that the person made
   * there. Without a role left the person is removed and every session ends.
   */
  remove(id: string, tenant: string | undefined, event: ManagementEvent): Promise<Removal>;
  /** Recomputes with the newest key the MACs that an older key made; returns how many. */
  renewMacs(): Promise<number>;
}

/** A session of an administrator. */
export interface ManagementSession {
  /** SHA-256 of the cookie's value, base64url. */
  readonly idHash: string;
  readonly administratorId: string;
  readonly createdAt: Date;
  readonly authenticatedAt: Date;
  readonly expiresAt: Date;
}

/** A login of an administrator that is under way. */
export interface LoginUnderWay {
  readonly nonce: string;
  readonly codeVerifier: string;
  /** The oldest login in seconds that the issuer may answer with. */
  readonly maxAge: number;
  /** A path on our own origin. */
  readonly returnTo: string;
  /** The hash of the invitation that the person follows. */
  readonly invitation: string | undefined;
  /** The hash of the session that the browser had; a cookie of ours may be missing in the callback. */
  readonly oldSession: string | undefined;
}

/** Which login it is, and in which browser it began: both as SHA-256, base64url. */
export interface LoginKey {
  readonly stateHash: string;
  readonly browserHash: string;
}

/** Sessions of administrators, and the logins that lead to them. */
export interface ManagementSessions {
  beginLogin(key: LoginKey, login: LoginUnderWay, expiresAt: Date): Promise<void>;
  /** Removes and returns the login: of two callers one gets it. Undefined for another browser, and when it has expired. */
  takeLogin(key: LoginKey, now: Date): Promise<LoginUnderWay | undefined>;
  open(session: ManagementSession): Promise<void>;
  /**
   * One statement finds the administrator of a session, with the roles as they are now. Undefined when the session ended,
   * expired or was idle since before `idleSince`, or when the person has no role any more. The use is recorded at most
   * once a minute.
   */
  find(
    idHash: string,
    at: { readonly now: Date; readonly idleSince: Date },
  ): Promise<Principal | undefined>;
  end(idHash: string): Promise<void>;
  /** Deletes what expired before; returns how many rows. */
  purge(expiredBefore: Date, limit: number): Promise<number>;
}

/** A bearer token of a script. */
export interface ApiToken {
  readonly id: string;
  readonly name: string;
  readonly tenant: string;
  readonly role: Role;
  /** Undefined: all of the role. */
  readonly permissions: readonly Permission[] | undefined;
  readonly createdAt: Date;
  /** Who answers for it: the id of an administrator, also when a token of theirs made it, or `command-line`. */
  readonly createdBy: string;
  readonly expiresAt: Date;
  readonly usedAt: Date | undefined;
}

/** API tokens. Every change takes the event that records it, and writes both or nothing. */
export interface ApiTokens {
  /** `tokenHash`: SHA-256 of the token, base64url. */
  add(token: Omit<ApiToken, 'usedAt'>, tokenHash: string, event: ManagementEvent): Promise<void>;
  /** The principal of a token that has not expired. The use is recorded at most once a minute. */
  find(tokenHash: string, now: Date): Promise<Principal | undefined>;
  read(id: string): Promise<ApiToken | undefined>;
  /** The tokens of the tenant, or all; newest first. */
  list(tenant: string | undefined): Promise<readonly ApiToken[]>;
  /** The same, the first to end first. */
  ending(tenant: string | undefined): Promise<readonly ApiToken[]>;
  /**
   * A new secret for the same token, by its SHA-256; the old secret ends at once, the token when it would have. False when
   * the token is gone.
   */
  rotate(token: ApiToken, tokenHash: string, event: ManagementEvent): Promise<boolean>;
  /** False when the token is gone. */
  revoke(id: string, event: ManagementEvent): Promise<boolean>;
}

/** An event of management in the log, with its position in the chain; undefined until it is sealed. */
export interface LoggedManagementEvent extends ManagementEvent {
  readonly position: number | undefined;
  /** False when it was added or changed in the database. */
  readonly isGenuine: boolean;
}

/** The events of management. */
export interface ManagementEvents {
  record(event: ManagementEvent): Promise<void>;
  /**
   * Those of one tenant, the newest first: unsealed ones, then sealed ones with a position before `before`. With `before`
   * only sealed ones.
   */
  list(
    tenant: string,
    page: { readonly before: number | undefined; readonly limit: number },
  ): Promise<readonly LoggedManagementEvent[]>;
}
