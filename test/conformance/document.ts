import { type Result, type Row, TABLE } from './expectations.ts';
import type { Plan } from './plans.ts';

const RESULTS: readonly Result[] = ['PASSED', 'WARNING', 'SKIPPED', 'FAILED', 'NOT RUN'];

const HEAD = `# Conformance

**The conformance suite of the OpenID Foundation has not been run against this service, and this service is not
certified.** The table below is about tests of our own in \`test/conformance/\`. They are named after the suite's
modules and do the gist of what those do; they do not repeat all of their conditions, and the lists differ a little
between the suite's versions. A reading of the standards other than ours can only come from the suite itself.

Each test runs against the whole service with PostgreSQL and the simulated BankID. openid-client judges the answers,
and our own checks what it does not look at: entropy, \`no-store\`, types of claims, characters of errors, keys.

| result | what it means |
|---|---|
| PASSED | the test finds nothing |
| WARNING | it finds what the suite only warns of; that does not hinder a certification |
| SKIPPED | it finds, as the suite would, that the service does not offer the matter |
| FAILED | it finds what the suite would fail. The service is meant to be so, or does not offer it yet |
| NOT RUN | there is no test, for the reason given |

A result that changes fails the test, so this page says what is so. It is generated:
\`UPDATE_DOCS=1 npm test -- test/conformance/table\` writes it.

To run the suite itself, apply \`test/fixtures/conformance.yaml\`: two applications a plan, with single sign-on, an eID
by default, and the return URLs of the suite's own demonstration host. Not more than six requests of one person in 20
minutes are answered from a session, so a plan needs its pauses, or several persons.
`;

/** The page for people, as the table has it. */
export function conformanceDocument(): string {
  const plans = Object.entries(TABLE) as [Plan, Readonly<Record<string, Row>>][];
  const tallies = plans.map(([plan, rows]) => `| ${plan} | ${tallyOf(rows).join(' | ')} |`);
  return [
    HEAD,
    `| plan | ${RESULTS.join(' | ')} |`,
    `|---|${'---|'.repeat(RESULTS.length)}`,
    ...tallies,
    ...plans.flatMap(([plan, rows]) => ['', `## ${plan}`, '', ...tableOf(rows)]),
    '',
  ].join('\n');
}

function tallyOf(rows: Readonly<Record<string, Row>>): readonly number[] {
  const results = Object.values(rows).map(({ result }) => result);
  return RESULTS.map((result) => results.filter((one) => one === result).length);
}

function tableOf(rows: Readonly<Record<string, Row>>): readonly string[] {
  const lines = Object.entries(rows).map(([name, { result, findings = [], note }]) => {
    const why = [...new Set(findings), ...(note === undefined ? [] : [note])].join('; ');
    return `| \`${name}\` | ${result} | ${why} |`;
  });
  return ['| module | result | why |', '|---|---|---|', ...lines];
}
