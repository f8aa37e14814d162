/**
 * What a process that cannot go on says about it: the bare message, which needs no stack when the operator can
 * mend what is wrong; the stack too when the variable DEBUG is set.
 */
export function faultText(error: unknown, { DEBUG }: Readonly<NodeJS.ProcessEnv>): string {
  const { message, code, stack } = error as Partial<NodeJS.ErrnoException>;
  return (DEBUG && stack) || message || code || 'unknown reason';
}
