import type { Tester } from './tester.ts';

/** One login to make. */
export interface LoginTask {
  /** The address of the demo client that starts it. */
  readonly start: string;
  readonly acr: string;
  readonly clientUrl: string;
  readonly phoneUrl: string;
  readonly tester: Tester;
}

/** Logs in; returns the client's page with the result. @throws Error of one line */
export type LoginWay = (task: LoginTask) => Promise<string>;

/** Checks that the page is that of a login with this acr value. @throws Error of one line */
export function checkResult(page: string, acr: string): void {
  const textOf = (testId: string) =>
    new RegExp(`data-testid="${testId}"[^>]*>([^<]*)<`).exec(page)?.[1];
  const error = textOf('error-code');
  if (error !== undefined) throw new Error(`${error}: ${textOf('error-description') ?? ''}`);
  if (!page.includes('data-testid="checks"')) throw new Error('the result has no checked ID token');
  if (!page.includes(acr)) throw new Error('the result has another acr');
}
