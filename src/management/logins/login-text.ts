import type { LoginExplanation } from './explain-login.ts';

/** An explanation as text: for a terminal, and to send to support. */
export function loginText(login: LoginExplanation): string {
  const { code, application, eid, channel, outcome, steps, stepsLeftOut } = login;
  const facts = [
    ['Support code', code],
    ['Tenant', login.tenant],
    ...(login.login === null ? [] : [['Login', login.login] as const]),
    ['Application', application ?? 'unknown'],
    ['eID', eid ?? 'none'],
    ['Channel', channel],
    ['Outcome', outcome ?? 'pending'],
  ] as const;
  const width = Math.max(...facts.map(([name]) => name.length));
  const lines = steps.map(({ at, words, after, waitedFor }) =>
    [at, waitOf(after, waitedFor), words].join('  '),
  );
  return [
    ...facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    '',
    ...lines,
    ...(stepsLeftOut > 0 ? [`… and ${stepsLeftOut} more steps, which are not kept`] : []),
    '',
    `Cause: ${login.cause}`,
    `Fix:   ${login.fix}`,
    `Next:  ${NEXT[login.whoActs]}`,
  ].join('\n');
}

const NEXT = {
  person: 'the person must act',
  application: 'the application’s developer must act',
  operator: 'the operator of this service must act',
  eid: 'the eID must act',
  nobody: 'nobody must act',
} as const;

const COLUMN = 26;

/** `+3.2 s for the person`, in a column. */
function waitOf(after: number, waitedFor: string | null): string {
  if (waitedFor === null) return ' '.repeat(COLUMN);
  return `+${(after / 1000).toFixed(1)} s for the ${waitedFor}`.padEnd(COLUMN);
}
