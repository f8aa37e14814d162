import { MAX_STEPS, STEPS_FOR_OUTCOME } from '../../../domain/login-timeline.ts';
import { REMOVED } from './artifacts.ts';

/** Steps on the way leave room for those of the outcome. */
export const LIMITS = { way: MAX_STEPS - STEPS_FOR_OUTCOME, outcome: MAX_STEPS } as const;

/** The key of the timeline of an attempt, from a source with its columns. */
export function timelineKey(source: string): string {
  return `coalesce(${source}.login_id, ${source}.id)`;
}

/** The names of a login, beside its code. */
export const NAMES = 'login_id text, authentication_id text, kind text, id_hash text';
/** The key of the login that has one of these names; null without one. */
export const NAMED_KEY = `coalesce(login_id, (select coalesce(attempt.login_id, attempt.id) from authentication as attempt
  where attempt.id = coalesce(authentication_id, (select grant_id from artifact
    where artifact.kind in (given.kind, given.kind || '${REMOVED}')
      and artifact.id_hash = decode(given.id_hash, 'hex')))), authentication_id)`;
/** Notes as JSON, and the same with the key of each login: two queries of a `with`. */
export const KEYED_NOTES = `given as (select * from jsonb_to_recordset($1::jsonb) as given (n integer, tenant_id text,
        code text, ${NAMES}, step jsonb, error text, told boolean, room text)),
      keyed as (select given.*, coalesce((select login_key from login_timeline as coded
          where coded.tenant_id = given.tenant_id and coded.code = given.code), ${NAMED_KEY}) as key from given)`;

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
