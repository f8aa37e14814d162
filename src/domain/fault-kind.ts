import type { ErrorFinding } from './login-timeline.ts';

/** Names of those SQLSTATEs that an operator meets (appendix A of PostgreSQL's manual). */
const STATES: Readonly<Record<string, string>> = {
  '22001': 'string_data_right_truncation',
  '23502': 'not_null_violation',
  '23503': 'foreign_key_violation',
  '23505': 'unique_violation',
  '23514': 'check_violation',
  '25006': 'read_only_sql_transaction',
  '25P03': 'idle_in_transaction_session_timeout',
  '28000': 'invalid_authorization_specification',
  '28P01': 'invalid_password',
  '3F000': 'invalid_schema_name',
  '40001': 'serialization_failure',
  '40P01': 'deadlock_detected',
  '42501': 'insufficient_privilege',
  '42703': 'undefined_column',
  '42704': 'undefined_object',
  '42804': 'datatype_mismatch',
  '42883': 'undefined_function',
  '42P01': 'undefined_table',
  '42P10': 'invalid_column_reference',
  '53100': 'disk_full',
  '53200': 'out_of_memory',
  '53300': 'too_many_connections',
  '55P03': 'lock_not_available',
  '57014': 'query_canceled',
  '57P01': 'admin_shutdown',
  '57P02': 'crash_shutdown',
  '57P03': 'cannot_connect_now',
};

type Fault = Required<Pick<ErrorFinding, 'reason'>> & Pick<ErrorFinding, 'facts'>;

/** The kind of a fault, for the timeline: its class and code. Its message may have values, and is never read. */
export function faultKind(error: unknown): Fault {
  const state = stateIn(error);
  if (state !== undefined) {
    const name = STATES[state];
    const code = `SQLSTATE ${state}${name === undefined ? '' : ` ${name}`}`;
    return { reason: reasonOf(state), facts: { code } };
  }
  const code = namesIn(error, 'code').find((one) => /^[A-Z][A-Z0-9_]{2,50}$/.test(one));
  if (code !== undefined) return { reason: 'fault-of-machine', facts: { code } };
  const name = namesIn(error, 'name').find((one) => /^[A-Z][A-Za-z]{2,40}$/.test(one));
  return { reason: 'fault-of-code', facts: { code: name ?? 'Error' } };
}

/** Why the database could not serve, by the state that it answered with; undefined without one. */
export function databaseState(error: unknown): Fault | undefined {
  return stateIn(error) === undefined ? undefined : faultKind(error);
}

function reasonOf(state: string): Fault['reason'] & string {
  if (state === '25006') return 'database-read-only';
  if (/^(?:42501|28)/.test(state)) return 'database-refuses-us';
  if (/^(?:42|3F|3D)/.test(state)) return 'database-schema';
  if (/^(?:08|25P|40|53|55|57|58)/.test(state)) return 'database-away';
  return 'database-fault';
}

/** The driver's errors have a severity beside the state. */
function stateIn(error: unknown): string | undefined {
  return chainOf(error).flatMap(({ code, severity }) =>
    typeof code === 'string' && typeof severity === 'string' && /^[0-9A-Z]{5}$/.test(code)
      ? code
      : [],
  )[0];
}

function namesIn(error: unknown, member: 'code' | 'name'): readonly string[] {
  return chainOf(error).flatMap((one) => {
    const value = one[member];
    return typeof value === 'string' ? value : [];
  });
}

/** The error and its causes, at most ten. */
function chainOf(error: unknown): readonly Readonly<Record<string, unknown>>[] {
  const chain: Readonly<Record<string, unknown>>[] = [];
  let found = error;
  while (found instanceof Error && chain.length < 10) {
    const { name, cause } = found;
    const { code, severity } = found as { readonly code?: unknown; readonly severity?: unknown };
    chain.push({ name, code, severity });
    found = cause;
  }
  return chain;
}
