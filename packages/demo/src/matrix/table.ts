/** The results for one acr value. */
export interface Row {
  readonly acr: string;
  /** By way: undefined after a login, else the reason of its failure. */
  readonly results: Readonly<Record<string, string | undefined>>;
}

/** A table line by line: an acr value a row, a way a column. */
export interface Table {
  readonly head: string;
  line(row: Row): string;
}

/** The table for these acr values and ways. */
export function tableOf(acrs: readonly string[], ways: readonly string[]): Table {
  const width = Math.max(...['acr', ...acrs].map(({ length }) => length));
  const line = (first: string, cells: readonly string[]) =>
    [first.padEnd(width), ...cells.map((cell, at) => cell.padEnd(ways[at]?.length ?? 0))]
      .join('  ')
      .trimEnd();
  return {
    head: line('acr', ways),
    line: ({ acr, results }) =>
      line(
        acr,
        ways.map((way) => (results[way] === undefined ? 'pass' : 'FAIL')),
      ),
  };
}

/** One line for each failure. */
export function faultsOf(rows: readonly Row[]): readonly string[] {
  return rows.flatMap(({ acr, results }) =>
    Object.entries(results).flatMap(([way, fault]) =>
      fault === undefined ? [] : [`${acr}, ${way}: ${fault}`],
    ),
  );
}
