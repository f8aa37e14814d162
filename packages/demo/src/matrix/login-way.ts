import type { Tester } from './tester.ts';

/** One login to make. */
export interface LoginTask {
  readonly acr: string;
  readonly clientUrl: string;
  readonly phoneUrl: string;
  readonly tester: Tester;
}

/** Logs in; returns the client's page with the result. @throws Error of one line */
export type LoginWay = (task: LoginTask) => Promise<string>;

/** Checks that the page shows the verified claims of a login with this acr value. @throws Error of one line */
export function checkResult(page: string, acr: string): void {
  refuseError(page);
  const reached = textOf(page, 'claim-authenticationtype');
  if (reached === undefined) throw new Error('the result has no verified claims');
  if (reached !== acr) throw new Error(`the result has another acr value: ${reached}`);
}

/** @throws Error of one line, for a page of the client that shows an error */
export function refuseError(page: string): void {
  const error = textOf(page, 'error-code');
  if (error === undefined) return;
  throw new Error(`${error}: ${textOf(page, 'error-description') ?? ''}`);
}

/** The text of the element with this test id. */
function textOf(page: string, testId: string): string | undefined {
  return new RegExp(`data-testid="${testId}"[^>]*>([^<]*)<`).exec(page)?.[1];
}

/** The value of an attribute of a tag, unescaped; empty if absent. */
export function attributeOf(tag: string, name: string): string {
  const [, value = ''] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? [];
  return value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}
