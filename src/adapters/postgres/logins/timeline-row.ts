import type { Acr } from '../../../domain/acr.ts';
import type { Channel } from '../../../domain/authentication.ts';
import type { LoginOutcome, LoginTimeline, TimelineStep } from '../../../domain/login-timeline.ts';
import type { SupportCode } from '../../../domain/support-code.ts';

/** A row of the table `login_timeline`. */
export interface TimelineRow {
  readonly tenant_id: string;
  readonly code: SupportCode;
  readonly issuer: string;
  readonly client_id: string | null;
  readonly channel: Channel;
  readonly acr: Acr | null;
  readonly outcome: LoginOutcome | null;
  readonly error: string | null;
  readonly began_at: Date;
  readonly steps: readonly TimelineStep[];
  readonly left_out: number;
  readonly login_code: SupportCode | null;
}

/** The columns of a `TimelineRow`. */
export const COLUMNS = `login_timeline.tenant_id, login_timeline.code, issuer, client_id, channel, acr, outcome, error,
  began_at, steps, left_out, login_code`;

/** The timeline in a row. */
export function timelineOf(row: TimelineRow): LoginTimeline {
  return {
    tenantId: row.tenant_id,
    code: row.code,
    issuer: row.issuer,
    clientId: row.client_id ?? undefined,
    channel: row.channel,
    acr: row.acr ?? undefined,
    outcome: row.outcome ?? undefined,
    error: row.error ?? undefined,
    beganAt: row.began_at,
    steps: row.steps.toSorted((one, other) => one.at - other.at),
    leftOut: row.left_out,
    loginCode: row.login_code ?? undefined,
  };
}
