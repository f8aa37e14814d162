import type { Told } from './headless-login.ts';

/** What was told, and when that was asked and answered: it was decided between the two. */
export interface Heard extends Told {
  readonly asked: number;
  readonly at: number;
}

/** Asks, and looks at the clock. */
export async function timed(ask: () => Promise<Told>): Promise<Heard> {
  const asked = performance.now();
  const told = await ask();
  return { ...told, asked, at: performance.now() };
}

/** Whether it was the result. */
export function hasToken({ body }: Told): boolean {
  return body.id_token !== undefined;
}
