import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';

import { type ManagementApi, OWNER_TOKEN, startManagement } from '../support/management.ts';

/** The program of https://schemathesis.io, which nobody needs to install for the other tests. */
const { SCHEMATHESIS_PATH: program } = process.env;
const EXAMPLES = process.env.SCHEMATHESIS_EXAMPLES ?? '25';
/** Operations that may end the token of the calls, after which every request is refused. */
const REVOKING = ['revokeToken', 'revokeTokenOfTenant'];
const ROTATING = 'rotateOwnToken';
const TITLE = 'schemathesis finds no undocumented answer and no fault in the management API';

/**
 * Parameters of objects that exist, and their version: with random ones every answer would be 404 or 412. A random
 * version that is refused before the body is read is no acceptance of the body.
 */
const CONFIGURATION = `
[parameters]
"path.tenant" = "shop"
"path.clientId" = "web"
"path.host" = "localhost:1"
"path.eid" = "mock:test"
"path.code" = "K7F2-QX9M"
"path.revision" = "1"

[checks]
negative_data_rejection.expected-statuses = ["4xx"]

[[operations]]
include-method = ["PUT", "PATCH"]
exclude-path-regex = "/configuration$"
parameters = { "header.If-Match" = "*" }

[[operations]]
include-path-regex = "/webhooks/"
parameters = { "path.id" = "billing" }
`;

if (program === undefined) {
  // The setup of all tests prints the reason.
  test.skip(TITLE, () => undefined);
} else {
  test(TITLE, () => tried(program), 1_200_000);
}

async function tried(program: string): Promise<void> {
  const api = await startManagement('test/fixtures/management.yaml', {
    REQUESTS_PER_ADDRESS: '1000000',
  });
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
  try {
    await addLogin(api);
    writeFileSync(join(folder, 'schemathesis.toml'), CONFIGURATION);
    const ended = [...REVOKING, ROTATING];
    const runs = [];
    for (const operations of [
      ended.flatMap((name) => ['--exclude-operation-id', name]),
      REVOKING.flatMap((name) => ['--include-operation-id', name]),
      ['--include-operation-id', ROTATING],
    ]) {
      expect((await api.call('GET /api/session')).status).toBe(200);
      runs.push(await runOf(program, { api, folder, operations }));
    }
    const { SCHEMATHESIS_REPORT: report } = process.env;
    if (report !== undefined) writeFileSync(report, runs.map(({ output }) => output).join('\n'));
    expect(api.logged.filter(({ level }) => level === 'error')).toEqual([]);
    for (const { code, output } of runs) {
      expect([code, code === 0 ? '' : output.slice(-6_000)]).toEqual([0, '']);
    }
    // Otherwise nothing but the refusal of the token was tried.
    const [all] = runs;
    expect(all?.output).not.toContain('Authentication failed');
    expect((await api.call('GET /api/session')).status).toBe(401);
  } finally {
    rmSync(folder, { recursive: true });
    await api.close();
  }
}

interface RunOptions {
  readonly api: ManagementApi;
  readonly folder: string;
  readonly operations: readonly string[];
}

async function runOf(program: string, { api, folder, operations }: RunOptions) {
  const run = spawn(
    program,
    [
      ...['run', `${api.url}/api/openapi.json`],
      ...['--header', `Authorization: Bearer ${OWNER_TOKEN}`],
      ...['--checks', 'all', '--max-examples', EXAMPLES, '--phases', 'coverage,fuzzing'],
      // A valid setting may be refused for the sake of another one, which no schema can say. Without If-Match it is 428
      // (RFC 6585), not 400.
      ...['--exclude-checks', 'positive_data_acceptance,missing_required_header'],
      ...['--no-color', '--continue-on-failure', '--seed', '1', ...operations],
    ],
    { cwd: folder },
  );
  const [output, errors, code] = await Promise.all([
    text(run.stdout),
    text(run.stderr),
    new Promise((resolve) => run.once('exit', resolve)),
  ]);
  return { output: output + errors, code };
}

/** A login that support can find. */
async function addLogin(api: ManagementApi): Promise<void> {
  const steps = [{ what: 'begun', at: Date.parse('2026-11-22T10:00:00Z') }];
  await api.sql(
    `insert into login_timeline (login_key, tenant_id, code, issuer, client_id, channel, acr,
        outcome, began_at, steps)
      values ('tried', 'shop', 'K7F2QX9M', 'http://localhost:1', 'web', 'browser',
        'urn:grn:authn:mock', 'declined', now(), $1)`,
    [JSON.stringify(steps)],
  );
}
