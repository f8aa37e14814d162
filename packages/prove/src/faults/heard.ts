import type { Rejection } from './headless-login.ts';

/** What was told, and when that was asked and answered: it was decided between the two. */
export interface Heard extends Rejection {
  readonly requested: number;
  readonly at: number;
}

/** Asks, and looks at the clock. */
export async function timed(ask: () => Promise<Rejection>): Promise<Heard> {
  const requested = performance.now();
  const told = await ask();
  return { ...told, requested, at: performance.now() };
}

/** Whether it was the result. */
export function hasToken({ body }: Rejection): boolean {
  return body.id_token !== undefined;
}
