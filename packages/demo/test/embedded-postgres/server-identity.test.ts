import { describe, expect, test } from '@jest/globals';

import { identityArguments, ownerOfServer } from '../../src/embedded-postgres/server-identity.ts';

const DIRECTORY = '/var/lib/a person/data -D/postgres';
const OURS = ['/opt/x/bin/postgres', ...identityArguments(DIRECTORY, 4711), '-c', 'port=1', ''];

describe('ownerOfServer', () => {
  test('identifies the process that started the server on the folder', () => {
    expect(ownerOf(OURS.join(' '))).toBe(4711);
  });

  test.each([
    ['a server of another folder', OURS.join(' ').replace('/postgres -c', '/postgres2 -c')],
    ['a server of a folder below', OURS.join(' ').replace('/postgres -c', '/postgres/x -c')],
    ['a server that we did not start', `/usr/bin/postgres -D ${DIRECTORY} `],
    ['a command that mentions our server', `/bin/grep -r ${OURS.join(' ')}`],
    ['a shell that mentions our server', `/bin/sh -c ${OURS.join(' ')}`],
    ['a child of a server', 'postgres: checkpointer '],
    ['another program', '/usr/bin/sleep 60 '],
    ['a process without a command line', ''],
  ])('rejects %s', (_, commandLine) => {
    expect(ownerOf(commandLine)).toBeUndefined();
  });
});

function ownerOf(commandLine: string): number | undefined {
  return ownerOfServer({ parentPid: 1, commandLine }, DIRECTORY);
}
