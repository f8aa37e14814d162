import type { Acr } from '../domain/acr.ts';
import type { Channel } from '../domain/authentication.ts';
import type { LoginOutcome, LoginTimeline, TimelineStep } from '../domain/login-timeline.ts';
import type { SupportCode } from '../domain/support-code.ts';
import type { ArtifactName } from './artifacts.ts';

/**
 * The timelines of logins. The statements of a login write its steps; what happens without a statement is noted here,
 * for many logins at once.
 */
export interface LoginTimelines {
  /** Undefined when the tenant has no login with this code, or it was purged. */
  find(tenantId: string, code: SupportCode): Promise<LoginTimeline | undefined>;
  /** The timeline of a browser's login, by the id in the URL of its page. Undefined for an unknown id. */
  ofLogin(tenantId: string, loginId: string): Promise<LoginTimeline | undefined>;
  /** For the operator: the login with this code of each tenant that has one. */
  findInAllTenants(code: SupportCode): Promise<readonly LoginTimeline[]>;
  /**
   * The latest first. A page ends with its limit, with the last login, or where it has read many that the filter leaves out:
   * then it has fewer logins, perhaps none, and the next one goes on.
   */
  list(tenantId: string, filter: TimelineFilter, page: TimelinePage): Promise<TimelineList>;
  /**
   * Appends steps, each to the timeline of its login. Notes of a login that is not found are dropped. Returns those whose
   * login another statement is writing: they may be noted again.
   */
  note(notes: readonly TimelineNote[]): Promise<readonly TimelineNote[]>;
  /** Begins the timelines of refused requests. One whose code is taken is dropped. */
  refused(requests: readonly RefusedRequest[]): Promise<void>;
  /** Stores a link to a timeline, by the hash of its token. */
  share(link: TimelineLink): Promise<void>;
  /** The timeline behind the token of a link; undefined for an unknown or expired link. */
  findShared(token: string, now: Date): Promise<LoginTimeline | undefined>;
  /** Deletes timelines that began before the one moment, and links that expired before the other; returns how many. */
  purge(before: { readonly began: Date; readonly expired: Date }, limit: number): Promise<number>;
}

/** Which logins a list has; absent members do not restrict it. */
export interface TimelineFilter {
  readonly outcome?: LoginOutcome | 'pending' | undefined;
  readonly clientId?: string | undefined;
  /** The acr values of an eID. */
  readonly acrValues?: readonly Acr[] | undefined;
  /** A key of the catalogue. */
  readonly error?: string | undefined;
  /** Begun from then on, and before then. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** A support code, the application's `state`, a request id, a trace id, or the id of a CIBA or headless request. */
  readonly search?: string | undefined;
}

/** One page of a list. */
export interface TimelinePage {
  readonly limit: number;
  /** `next` of the page before; absent for the first page. */
  readonly after?: TimelineCursor | undefined;
}

/** The last login that a page has, or has read. */
export interface TimelineCursor {
  readonly beganAt: Date;
  readonly code: SupportCode;
}

/** Logins, the latest first. */
export interface TimelineList {
  readonly items: readonly LoginTimeline[];
  /** Undefined on the last page. */
  readonly next: TimelineCursor | undefined;
}

/** A step to append. */
export interface TimelineNote {
  readonly tenantId: string;
  readonly login: NotedLogin;
  readonly step: TimelineStep;
}

/** The login of a note: by its code, the browser's login, an attempt, or a code of the application. */
export type NotedLogin = { readonly code: SupportCode } | NamedLogin;

/** A login by what a request says of it. */
export type NamedLogin =
  | { readonly loginId: string }
  | { readonly authenticationId: string }
  | { readonly artifact: ArtifactName };

/** A request that was refused before a login existed. */
export interface RefusedRequest {
  readonly tenantId: string;
  readonly code: SupportCode;
  readonly issuer: string;
  readonly clientId: string | undefined;
  /** The application proved that it is `clientId`. */
  readonly isAuthenticated?: boolean;
  readonly channel: Channel;
  readonly acr: Acr | undefined;
  readonly state: string | undefined;
  readonly reference: string | undefined;
  /** The login that it names; its timeline has the refusal too. */
  readonly login?: NamedLogin | undefined;
  readonly step: TimelineStep & { readonly what: 'refused' };
}

/** A read-only link to a timeline. */
export interface TimelineLink {
  readonly token: string;
  readonly tenantId: string;
  readonly code: SupportCode;
  readonly expiresAt: Date;
}

/** Takes notes while requests run. They are stored once a second; some may be lost with the process. */
export interface NoteSteps {
  note(note: TimelineNote): void;
  /** Stored within a limit for the tenant, and for the address or the application that authenticated; beyond it the log alone has the request. */
  refused(request: RefusedRequest, address: string): void;
}
