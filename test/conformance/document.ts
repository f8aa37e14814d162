import { type Result, type Row, TABLE } from './expectations.ts';
import type { Plan } from './plans.ts';

const RESULTS: readonly Result[] = ['PASSED', 'WARNING', 'SKIPPED', 'FAILED', 'NOT RUN'];

const HEAD = `# Conformance

**This service is not certified by the OpenID Foundation.** Its conformance suite was run against it once, with the
results below. The tables after them are about tests of our own, which run with every change.

## What the suite said

Suite 5.2.4 against commit 7f8633c on 2026-11-22, with Chromium as the person's browser. The last column counts what was
to be mended here. In four rows the record has no result for one module.

| plan | modules | PASSED | WARNING | REVIEW | SKIPPED | to be mended |
|---|---|---|---|---|---|---|
| Config | 1 | 1 | 0 | 0 | 0 | 0 |
| Basic | 35 | 20 | 6 | 3 | 5 | 1: \`acr_values\` |
| Basic, discovery document of one eID | 35 | 21 | 6 | 3 | 5 | 0 |
| Form Post, discovery document of one eID | 35 | 21 | 6 | 3 | 5 | 0 |
| \`oidcc-test-plan\`, \`code id_token\` | 36 | 22 | 4 | 4 | 5 | 1: \`acr_values\` |
| \`oidcc-test-plan\`, \`id_token\` | 30 | 15 | 5 | 4 | 4 | 1: \`acr_values\` |
| \`oidcc-test-plan\`, \`code\`, \`private_key_jwt\` | 37 | 20 | 6 | 4 | 5 | 1: \`acr_values\` |
| RP-initiated logout | 11 | 3 | 0 | 7 | 0 | 1: no \`id_token_hint\` |
| Back-channel logout | 2 | 0 | 0 | 0 | 0 | 2: not offered |
| FAPI-CIBA, poll, another person for each module | 35 | 19 | 9 | 0 | 1 | 5 |
| FAPI-CIBA, poll, one person for all modules | 35 | 19 | 2 | 0 | 0 | 13 |
| FAPI 2 Security Profile, DPoP | 56 | 44 | 0 | 1 | 2 | 9 |

- Config is a WARNING unless the plan names four members of our discovery document in \`allow_unexpected_metadata_fields\`.
- REVIEW is a page of which a person judges a screenshot. It does not hinder a certification, nor does a WARNING.
- Config passes with the discovery document of the root only, because the suite compares its address with the issuer.
  The module about \`acr_values\` sends all that discovery lists, and a request here names exactly one.
- FAPI-CIBA needs certificate-bound access tokens over mutual TLS, and a client that may not use RS256. Nine modules warn
  that an \`auth_req_id\` has 122 to 134 bits by the suite's count, of which it recommends 160.
- One person for all modules meets our limit of starts for each person, so eleven modules get 429.
- FAPI 2 lacks DPoP in seven modules, an assertion algorithm for each client in one, and in one a client that is refused
  \`code id_token\`. Every module about pushed requests passes.

These results led to changes, and the suite has not been run since:

| finding | now |
|---|---|
| a request with all of \`acr_values_supported\` is refused | a domain may offer one value: \`eids[].acrValues\` ([configuration](configuration.md)) |
| a logout without \`id_token_hint\` leads back | an application may demand it: \`requireIdTokenHintAtLogout\` |
| four warnings in every plan: scopes are advertised that no eID fills | discovery lists what the domain's eIDs fill |
| HtmlUnit, the suite's browser, stays on the login page: it runs scripts but no modules | the page reloads itself there. HtmlUnit 4.11.1 alone was seen to log in |

## Tests of our own

The tests in \`test/conformance/\` are named after the suite's modules and do the gist of what those do. They do not
repeat all of their conditions, and the lists differ a little between the suite's versions. Where the suite itself came
to another result, the table says so.

Each test runs against the whole service with PostgreSQL and the simulated BankID. openid-client judges the answers,
and our own checks cover the rest: entropy, \`no-store\`, types of claims, characters of errors, keys.

| result | what it means |
|---|---|
| PASSED | the test finds nothing |
| WARNING | it finds what the suite only warns of; that does not hinder a certification |
| SKIPPED | it finds, as the suite would, that the service does not offer the matter |
| FAILED | it finds what the suite would fail. The service is meant to be so, or does not offer it yet |
| NOT RUN | there is no test, for the reason given |

A result that changes fails the test. This page is generated: \`UPDATE_DOCS=1 npm test -- test/conformance/table\` writes it.

## Running the suite

Apply \`test/fixtures/conformance.yaml\`. It has two applications a plan, single sign-on, one acr value, and the return
URLs of the suite's own demonstration host. \`discoveryUrl\` is that of the issuer, for every plan.

- The suite wants https. Put a proxy with TLS in front of the service and name its address in \`TRUSTED_PROXIES\`.
- The page of this acr value starts by itself, so the plan's \`browser\` section has nothing to press. The person scans
  and approves with the [phone of the simulator](simulators.md).
- \`private_key_jwt\` needs \`allowTokenEndpointAudience\`, because the suite names the token endpoint as audience.
- A session answers at most six requests of one person in 20 minutes. A plan needs its pauses, or several persons.

## Results
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
    ...plans.flatMap(([plan, rows]) => ['', `### ${plan}`, '', ...tableOf(rows)]),
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
