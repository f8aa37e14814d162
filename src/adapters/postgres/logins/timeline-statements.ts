import { MAX_STEPS, STEPS_FOR_OUTCOME } from '../../../domain/login-timeline.ts';

/** Steps on the way leave room for those of the outcome. */
const LIMITS = { way: MAX_STEPS - STEPS_FOR_OUTCOME, outcome: MAX_STEPS } as const;

/** The key of the timeline of an attempt, from a source with its columns. */
export function timelineKey(source: string): string {
  return `coalesce(${source}.login_id, ${source}.id)`;
}

/** How steps are appended. */
interface Appending {
  /** The kind of room that they may take; by default that of steps on the way. */
  readonly room?: keyof typeof LIMITS;
  /** Other columns to set, as `name = value`. */
  readonly set?: readonly string[];
  /** A condition beside the key. */
  readonly when?: string;
}

/** Appends an array of steps to the timeline of each attempt of a `with` query that has `id` and `login_id`. */
export function appendSteps(source: string, steps: string, how: Appending = {}): string {
  const condition = how.when === undefined ? '' : ` and ${how.when}`;
  return `update login_timeline set ${setSteps(steps, how)}
    from ${source} where login_key = ${timelineKey(source)}${condition}`;
}

/** The assignments that append an array of steps within the limit. */
export function setSteps(steps: string, { room = 'way', set = [] }: Appending = {}): string {
  const fits = `jsonb_array_length(login_timeline.steps) < ${LIMITS[room]}`;
  return [
    `steps = case when ${fits} then login_timeline.steps || ${steps} else login_timeline.steps end`,
    `left_out = login_timeline.left_out + case when ${fits} then 0 else 1 end`,
    ...set,
  ].join(', ');
}
