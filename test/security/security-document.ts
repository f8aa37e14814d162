import type { Answer } from './answers.ts';
import { SECURITY_LIST } from './security-list.ts';

/** The whole document. */
export function securityDocument(): string {
  const head = [
    '# The security list, and the tests that answer it',
    '',
    'Made by the tests; `UPDATE_DOCS=1 npm test -- test/security` writes it anew. Each number is an attack, or a bad input, from the',
    'outside. The numbers have gaps. A line without a test says why there is none; a test that is not there fails them. What is not',
    'defended at all stands in the [threat model](threat-model.md).',
    '',
    '| # | attack | answered by |',
    '|---|---|---|',
  ];
  return `${[...head, ...SECURITY_LIST.map(rowOf)].join('\n')}\n`;
}

function rowOf({ number, attack, tests, note }: Answer): string {
  const files = [...new Set(tests.map(({ file }) => `\`test/${file}\``))];
  return `| ${number} | ${attack} | ${[...files, ...(note === undefined ? [] : [note])].join(', ')} |`;
}
