import type { Settings } from '../../api/shapes.ts';

/** Rows as CSV (RFC 4180) with a line of headings. A value that a spreadsheet would run as a formula gets an apostrophe. */
export function csvOf(rows: readonly Settings[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))];
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
