import {
  ALL_ENTRIES,
  type Theme,
  type ThemedEntry,
} from '../../src/adapters/oidc/errors/catalogue.ts';

/** The catalogue as Markdown: a table for each theme, and one row for each entry. */
export function errorTables(catalogue: readonly Theme[]): string {
  return catalogue.map(sectionOf).join('\n\n');
}

function sectionOf({ title, arrives }: Theme): string {
  const rows = ALL_ENTRIES.filter(({ theme }) => theme === title).map(rowOf);
  return [`## ${title}`, '', arrives, '', HEAD, ...rows].join('\n');
}

const HEAD =
  '| name | error | description | HTTP | what happened | what to do | who acts |\n|---|---|---|---|---|---|---|';

function rowOf({
  key,
  error,
  otherError,
  description,
  status = 400,
  cause,
  fix,
  whoActs,
}: ThemedEntry): string {
  const codes = otherError === undefined ? code(error) : `${code(error)}, ${code(otherError)}`;
  const text = description === undefined ? '' : code(description);
  const cells = [`<a id="${key}"></a>${key}`, codes, text, status, cell(cause), cell(fix), whoActs];
  return `| ${cells.join(' | ')} |`;
}

/** A text with backticks needs two around it. */
function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${cell(text)}${fence}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
