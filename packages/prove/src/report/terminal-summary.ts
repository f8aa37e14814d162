import type { Proof } from '../run.ts';
import { calmText, shortenedText } from './coverage.ts';
import { summarize, tokensByAcr } from './summarize.ts';
import { kindsInjected, notRequested, starvation, verdictOf } from './verdict.ts';

/** The result for a terminal: the verdict, the violations, and the command to repeat it. */
export function terminalSummary(proof: Proof, command: string): string {
  const { results, faults, logins, plan, events } = proof;
  const { isProven, texts } = verdictOf(proof);
  const { operations, logins: flows } = summarize(events);
  const requests = operations.reduce((sum, { count }) => sum + count, 0);
  const tokens = flows.reduce((sum, one) => sum + one.tokens, 0);
  const busy = starvation(proof);
  const lines = [
    `${isProven ? 'PROVEN' : 'NOT PROVEN'}: ${texts}`,
    `${logins} logins, ${tokens} with a token; ${requests} requests; ${kindsInjected(proof)}; seed ${plan.seed}`,
    `Tokens: ${tokensByAcr(events)}`,
    ...results.map(({ invariant, violations }) => {
      const result = violations.length === 0 ? 'holds' : `BROKEN ${violations.length} times`;
      return `  ${invariant.name.padEnd(3)}  ${result.padEnd(16)} ${invariant.promise}`;
    }),
    ...results.flatMap(({ invariant, violations }) =>
      violations.slice(0, 3).map(({ what, login }) => {
        const where = login === undefined || login === 0 ? '' : ` (login ${login})`;
        return `  ${invariant.name}: ${what}${where}`;
      }),
    ),
    ...faults.flatMap(({ scenario, broken }) =>
      broken === undefined ? [] : [`  ${scenario.id} ${scenario.title}: ${broken}`],
    ),
    ...faults.flatMap(({ scenario, incomplete }) =>
      incomplete.map((what) => `  ${scenario.id} partly injected: ${what}`),
    ),
    ...[calmText(proof), busy, shortenedText(proof)].filter((one) => one !== undefined),
    ...(notRequested(proof).length > 0 ? [`Not requested: ${notRequested(proof).join(', ')}`] : []),
    `Again: ${command}`,
  ];
  return `${lines.join('\n')}\n`;
}
