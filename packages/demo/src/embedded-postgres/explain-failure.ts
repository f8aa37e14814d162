/** One line for the operator from the output of a PostgreSQL program, or from its start error. */
export function explainFailure(output: readonly string[], otherwise: string): string {
  const lines = output.map((line) => line.trim()).filter((line) => line !== '');
  const missing = lines.find((line) => line.includes('error while loading shared libraries'));
  if (missing !== undefined) return `${missing} (run npm rebuild, or set DATABASE_URL)`;
  const fault = lines.find((line) => /\b(FATAL|PANIC|ERROR):|: error: /.test(line));
  return fault?.replace(/^.*?\b(FATAL|PANIC|ERROR|error):\s+/, '') ?? lines.at(-1) ?? otherwise;
}

/** The reason why a program did not start. */
export function explainSpawnError(error: NodeJS.ErrnoException, program: string): string {
  if (error.code === 'ENOENT' && program === 'setpriv') {
    return 'setpriv is missing, by which root runs PostgreSQL as another user: install util-linux, run as an ordinary user, or set DATABASE_URL';
  }
  if (error.code === 'ENOENT') {
    return `this system cannot run ${program}, which needs glibc: set DATABASE_URL`;
  }
  return `cannot run ${program}: ${error.message}`;
}
