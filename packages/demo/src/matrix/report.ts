/** One login that was tried. */
export interface Result {
  readonly acr: string;
  /** The name of the way. */
  readonly way: string;
  /** Undefined after a login, else the reason of its failure in one line. */
  readonly fault: string | undefined;
}

/** The report line by line: one for each result. */
export interface Report {
  line(result: Result): string;
}

/** The report for these acr values and ways: `pass`, the way and the acr value, in columns. */
export function reportOf(acrs: readonly string[], ways: readonly string[]): Report {
  const [acrWidth, wayWidth] = [acrs, ways].map((texts) =>
    Math.max(0, ...texts.map(({ length }) => length)),
  );
  return {
    line({ acr, way, fault }) {
      const columns = [way.padEnd(wayWidth ?? 0), acr.padEnd(acrWidth ?? 0)];
      return fault === undefined
        ? ['pass', ...columns].join('  ').trimEnd()
        : ['FAIL', ...columns, fault].join('  ');
    },
  };
}

/** The last line: how many were tried, and how many failed. */
export function totalOf(results: readonly Result[]): string {
  const failed = results.filter(({ fault }) => fault !== undefined).length;
  const acrs = new Set(results.map(({ acr }) => acr)).size;
  return `${results.length} logins, ${acrs} acr values: ${results.length - failed} passed, ${failed} failed`;
}
