import type { Acr } from '../../domain/acr.ts';
import type { LoginOutcome } from '../../domain/login-timeline.ts';
import { parseSupportCode, type SupportCode } from '../../domain/support-code.ts';
import type { LoginTimelines, TimelineFilter } from '../../ports/login-timelines.ts';
import type { ExplainLogin, LoginExplanation } from './explain-login.ts';
import type { WithRecentChanges } from './recent-changes.ts';

/** Which logins to list; absent members do not restrict the list. */
export interface LoginFilter extends Pick<TimelineFilter, 'clientId' | 'error' | 'from' | 'until'> {
  /** Any text: one that is no outcome finds nothing. */
  readonly outcome?: string | undefined;
  /** The name of an eID. */
  readonly eid?: string | undefined;
  readonly search?: string | undefined;
}

/** The place of a login in a list. */
export interface LoginCursor {
  /** ISO 8601. */
  readonly beganAt: string;
  readonly code: string;
}

/** A page of a list. */
export interface LoginPage {
  readonly limit: number;
  readonly after: LoginCursor | undefined;
}

/** Logins, the latest first; `next` is absent on the last page. */
export interface ExplainedList {
  readonly items: readonly LoginExplanation[];
  readonly next: LoginCursor | undefined;
}

/** A link to a login. */
export interface LoginLink {
  readonly code: string;
  readonly token: string;
  readonly expiresAt: Date;
}

interface Deps {
  readonly loginTimelines: Pick<LoginTimelines, 'find' | 'list' | 'share' | 'findShared'>;
  readonly explainLogin: ExplainLogin;
  readonly withRecentChanges: WithRecentChanges;
  /** The acr values of an eID; empty for an unknown one. */
  readonly acrValuesOf: (eid: string) => readonly Acr[];
}

/** The logins of tenants in words. Codes are written as people write them. */
export interface ExplainedLogins {
  /** Undefined: no login has the code, or it was purged. */
  find(tenantId: string, code: string): Promise<LoginExplanation | undefined>;
  list(tenantId: string, filter: LoginFilter, page: LoginPage): Promise<ExplainedList>;
  /** Stores a link. False: no login has the code. */
  share(tenantId: string, link: LoginLink): Promise<boolean>;
  /** Undefined: the link is unknown, or has expired. */
  findShared(token: string, now: Date): Promise<LoginExplanation | undefined>;
}

/** Finds and explains logins. */
export function makeExplainedLogins(deps: Deps): ExplainedLogins {
  const { loginTimelines, explainLogin, withRecentChanges, acrValuesOf } = deps;

  return {
    async find(tenantId, text) {
      const code = parseSupportCode(text);
      const found = code && (await loginTimelines.find(tenantId, code));
      return found && withRecentChanges(explainLogin(found), found);
    },

    async list(tenantId, { outcome, eid, ...filter }, { limit, after }) {
      const { items, next } = await loginTimelines.list(
        tenantId,
        {
          ...filter,
          outcome: outcome as LoginOutcome | undefined,
          acrValues: eid === undefined ? undefined : acrValuesOf(eid),
        },
        {
          limit,
          after: after && { beganAt: new Date(after.beganAt), code: after.code as SupportCode },
        },
      );
      return {
        items: items.map(explainLogin),
        next: next && { beganAt: next.beganAt.toISOString(), code: next.code },
      };
    },

    async share(tenantId, { code: text, token, expiresAt }) {
      const code = parseSupportCode(text);
      if (code === undefined) return false;
      if ((await loginTimelines.find(tenantId, code)) === undefined) return false;
      await loginTimelines.share({ tenantId, code, token, expiresAt });
      return true;
    },

    async findShared(token, now) {
      const found = await loginTimelines.findShared(token, now);
      return found && withRecentChanges(explainLogin(found), found);
    },
  };
}
