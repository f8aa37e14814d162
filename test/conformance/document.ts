import { type Result, type Row, TABLE } from './expectations.ts';
import type { Plan } from './plans.ts';

const RESULTS: readonly Result[] = ['PASSED', 'WARNING', 'SKIPPED', 'FAILED', 'NOT RUN'];

const HEAD = `# Conformance

**This service is not certified by the OpenID Foundation.** We ran its conformance suite once, with the results
below. The later tables show our own tests, which run with every change.

## Results of the suite

Suite 5.2.4 against commit 7f8633c on 2026-11-22, with Chromium as the person's browser. The last column counts
necessary fixes. In four rows the record lacks a result for one module.

| plan | modules | PASSED | WARNING | REVIEW | SKIPPED | to fix |
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
- REVIEW is a screenshot that a person checks. Neither REVIEW nor WARNING prevents a certification.
- Config passes only with the root's discovery document, because the suite compares its URL with the issuer.
  The module about \`acr_values\` sends every value in discovery; a request here needs exactly one.
- FAPI-CIBA needs certificate-bound access tokens over mutual TLS, and a client without RS256. Nine modules warn
  about an \`auth_req_id\` of 122 to 134 bits by the suite's count; it recommends 160.
- One person for all modules exceeds the limit of starts for a person, so eleven modules get 429.
- FAPI 2 lacks DPoP in seven modules, an assertion algorithm for each client in one, and in one a client without
  \`code id_token\`. Every module about pushed requests passes.

These changes followed. The suite has not run since:

| finding | now |
|---|---|
| a request with all of \`acr_values_supported\` is refused | a tenant may offer one value: \`eids[].acrValues\` ([configuration](configuration.md)) |
| a logout without \`id_token_hint\` leads back | an application may demand it: \`requireIdTokenHintAtLogout\` |
| four warnings in every plan: discovery lists scopes that no eID fills | discovery lists the scopes of the domain's eIDs |
| HtmlUnit, the suite's browser, runs scripts but no modules and stays on the login page | the page reloads itself there. Tested with HtmlUnit 4.11.1 alone |

## Tests of our own

The tests in \`test/conformance/\` have the names of the suite's modules and test their main points, not all
conditions. The lists differ slightly between the suite's versions. The table notes different results of the suite.

Each test runs against the whole service with PostgreSQL and the simulated BankID. openid-client validates the responses.
Our own checks cover entropy, \`no-store\`, claim types, characters of errors, and keys.

| result | meaning |
|---|---|
| PASSED | no finding |
| WARNING | a warning of the suite, which does not prevent a certification |
| SKIPPED | the service does not offer the feature |
| FAILED | the suite would fail. This is intended, or the feature is missing |
| NOT RUN | no test, for the given reason |

A changed result fails the test. \`UPDATE_DOCS=1 npm test -- test/conformance/table\` generates this page.

## Running the suite

Apply \`test/fixtures/conformance.yaml\`. It has two applications a plan, single sign-on, one acr value, and the return
URLs of the suite's own demonstration host. \`discoveryUrl\` is that of the issuer, for every plan.

- The suite wants https. Put a proxy with TLS in front of the service and name its address in \`TRUSTED_PROXIES\`.
- The page of this acr value starts the order itself, so the plan's \`browser\` section needs no click. Scan and approve
  with the [simulated phone](simulators.md).
- \`private_key_jwt\` needs \`allowTokenEndpointAudience\`, because the suite uses the token endpoint as audience.
- A session allows six silent logins of one person in 20 minutes. A plan needs pauses or several persons.

## Results
`;

/** The whole document, generated from the table. */
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
