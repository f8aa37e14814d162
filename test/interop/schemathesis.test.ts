import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';

import { OWNER_TOKEN, startManagement } from '../support/management.ts';

/** The program of https://schemathesis.io, which nobody needs to install for the other tests. */
const { SCHEMATHESIS_PATH: program } = process.env;
const EXAMPLES = process.env.SCHEMATHESIS_EXAMPLES ?? '25';

(program === undefined ? test.skip : test)(
  'schemathesis finds no undocumented answer and no fault in the management API',
  async () => {
    const api = await startManagement('test/fixtures/management.yaml', {
      REQUESTS_PER_ADDRESS: '1000000',
    });
    try {
      const run = spawn(
        program ?? '',
        [
          ...['run', `${api.url}/api/openapi.json`],
          ...['--header', `Authorization: Bearer ${OWNER_TOKEN}`],
          ...['--checks', 'all', '--max-examples', EXAMPLES, '--phases', 'coverage,fuzzing'],
          // A valid setting may be refused for the sake of another one, which no schema can say. Without If-Match it is 428
          // (RFC 6585), not 400.
          ...['--exclude-checks', 'positive_data_acceptance,missing_required_header'],
          ...['--no-color', '--continue-on-failure', '--seed', '1'],
        ],
        { cwd: tmpdir() },
      );
      const [output, errors, code] = await Promise.all([
        text(run.stdout),
        text(run.stderr),
        new Promise((resolve) => run.once('exit', resolve)),
      ]);
      const { SCHEMATHESIS_REPORT: report } = process.env;
      if (report !== undefined) writeFileSync(report, output + errors);
      expect(api.logged.filter(({ level }) => level === 'error')).toEqual([]);
      expect([code, code === 0 ? '' : output.slice(-6_000)]).toEqual([0, '']);
    } finally {
      await api.close();
    }
  },
  600_000,
);
