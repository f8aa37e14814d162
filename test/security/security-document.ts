import { ADVISORIES } from './advisories.ts';
import type { Answer } from './answers.ts';
import { SECURITY_LIST } from './security-list.ts';

/** The whole document. */
export function securityDocument(): string {
  const lines = [
    '# The security list, and the tests that answer it',
    '',
    'Made by the tests; `UPDATE_DOCS=1 npm test -- test/security` writes it anew. Each number is an attack, or a bad input, from the',
    'outside. The numbers have gaps. A line without a test says why there is none, and words beside tests say what they leave open; a test',
    'that is not there, or skipped, fails them. What is not defended at all stands in the [threat model](threat-model.md).',
    '',
    '| # | attack | answered by |',
    '|---|---|---|',
    ...SECURITY_LIST.map(({ number, attack, ...rest }) => rowOf([`${number}`, attack], rest)),
    '',
    '## Advisories',
    '',
    'What went wrong in products of the same kind is in the list, number by number. What is not in it:',
    '',
    '| lesson | answered by |',
    '|---|---|',
    ...ADVISORIES.map(({ lesson, ...rest }) => rowOf([lesson], rest)),
  ];
  return `${lines.join('\n')}\n`;
}

function rowOf(first: readonly string[], { tests, note }: Pick<Answer, 'tests' | 'note'>): string {
  const files = [...new Set(tests.map(({ file }) => `\`${file}\``))].join(', ');
  const answered = [files, note ?? ''].filter((part) => part !== '').join('; ');
  return `| ${[...first, answered].join(' | ')} |`;
}
