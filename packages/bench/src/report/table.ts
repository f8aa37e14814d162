/** Figures in rows and columns; the first column is words. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** As Markdown has it. */
export function markdownText({ columns, rows }: Table): string {
  const rule = columns.map((_, index) => (index === 0 ? '---' : '---:'));
  return [columns, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** In columns, for a terminal. */
export function terminalText({ columns, rows }: Table): string {
  const all = [columns, ...rows];
  const widths = columns.map((_, index) =>
    Math.max(...all.map((cells) => (cells[index] ?? '').length)),
  );
  return all
    .map((cells) =>
      cells
        .map((cell, index) =>
          index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A figure with its significant digits. */
export function figure(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return String(Math.round(value));
  if (size >= 10) return value.toFixed(1);
  return value.toFixed(2);
}

/** A whole number, except for background work. */
export function count(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return String(rounded);
}
