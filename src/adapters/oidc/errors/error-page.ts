import type { Context } from 'koa';

/** The HTML page for an error that cannot be told to the application. */
export type ErrorPage = (ctx: Context, facts: ErrorFacts) => string;

/** What it says. */
export interface ErrorFacts {
  readonly code: string;
  readonly description: string;
  /** The name of its entry in the catalogue: a page may have words of its own for it. */
  readonly entry?: string | undefined;
  /** Finds the log entries of the request. */
  readonly reference: string;
}
