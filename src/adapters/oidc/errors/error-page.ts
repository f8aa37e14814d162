import type { Context } from 'koa';

/** The HTML page for an error that cannot be told to the application. */
export type ErrorPage = (ctx: Context, facts: ErrorFacts) => string;

/** What it says. */
export interface ErrorFacts {
  readonly code: string;
  readonly description: string;
  /** Finds the log entries of the request. */
  readonly reference: string;
}
