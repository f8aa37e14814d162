/** Log events, named `noun.verb`. Personal numbers, secrets and tokens are never logged. */
export interface Log {
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts & { readonly cause?: unknown }): void;
}

/** Ids, codes and counts only. */
export interface LogFacts {
  readonly [name: string]: unknown;
}
