import { expect, test } from '@jest/globals';

import { callTextOf } from '../src/commands/call-text.ts';
import { linesOf, runCommand } from './support/run-command.ts';

const CLI = '/app/dist/cli.js';
const BIN = '/app/node_modules/.bin/eid-broker';
const VIA_KEYS = { npm_command: 'run', npm_lifecycle_event: 'keys' };
const VIA_NPX = { npm_command: 'exec', npm_lifecycle_event: 'npx' };
const VIA_OTHER = { npm_command: 'run', npm_lifecycle_event: 'deploy' };

test.each([
  ['npm run', CLI, VIA_KEYS, 'npm run keys -- list', 'npm run migrate'],
  [
    'npx',
    BIN,
    VIA_NPX,
    'npx --no-install eid-broker keys list',
    'npx --no-install eid-broker migrate',
  ],
  ['node', CLI, {}, 'node dist/cli.js keys list', 'node dist/cli.js migrate'],
  ['a link', '/usr/local/bin/eid-broker', {}, 'eid-broker keys list', 'eid-broker migrate'],
  [
    'a script of npm with another name',
    BIN,
    VIA_OTHER,
    'eid-broker keys list',
    'eid-broker migrate',
  ],
])('%s: names commands as the reader called one', (_, script, env, keys, migrate) => {
  const callText = callTextOf('keys', { script, cwd: '/app', env });
  expect([callText('keys', ['list']), callText('migrate')]).toEqual([keys, migrate]);
});

test.each([
  ['node', '/app/dist/main.js', {}, 'node dist/main.js', 'node dist/cli.js migrate'],
  [
    'its bundle',
    '/app/dist/bundle/main.cjs',
    {},
    'node dist/bundle/main.cjs',
    'node dist/cli.js migrate',
  ],
  [
    'npm run',
    '/app/dist/bundle/main.cjs',
    { npm_command: 'run-script', npm_lifecycle_event: 'serve' },
    'npm run serve',
    'npm run migrate',
  ],
])(
  'by %s, the program that serves alone has no name of a command',
  (_, script, env, serve, migrate) => {
    const callText = callTextOf('serve', { script, cwd: '/app', env });
    expect([callText('serve'), callText('migrate')]).toEqual([serve, migrate]);
  },
);

test.each([
  [{}, 'node dist/cli.js keys'],
  [VIA_KEYS, 'npm run keys --'],
  [VIA_NPX, 'npx --no-install eid-broker keys'],
])('with %j the usage is written so', async (env, call) => {
  const { err } = await runCommand('keys', ['lst'], { env });
  expect(linesOf(err)).toEqual([
    'unknown command lst; did you mean list?',
    `usage: ${call} list|prepare|rotate|retire|reseal [--issuer URL] [--now]`,
  ]);
});

test.each([
  [{}, 'node dist/cli.js'],
  [VIA_NPX, 'npx --no-install eid-broker'],
])('with %j the list of commands names the program so', async (env, program) => {
  const lines = linesOf((await runCommand('--help', [], { env })).out);
  expect([lines.at(0), lines.at(-1)]).toEqual([
    `usage: ${program} COMMAND [OPTIONS]`,
    `${program} COMMAND --help explains one command.`,
  ]);
});
