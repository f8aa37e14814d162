import type { WireAnswer } from './wire.ts';

/** Returns the response when it has the status. @throws with the response otherwise */
export function expectAnswer(answer: WireAnswer, status: number, what: string): WireAnswer {
  if (answer.status === status) return answer;
  const { location = '', text } = answer;
  throw new Error(
    `${what}: ${answer.status} instead of ${status} ${location} ${text.slice(0, 300)}`,
  );
}

/** Returns the redirect's target. @throws without a redirect, or on an error */
export function expectRedirect(answer: WireAnswer, what: string): string {
  const { status, location } = answer;
  if (
    (status === 302 || status === 303) &&
    location !== undefined &&
    !/[?&#]error=/.test(location)
  ) {
    return location;
  }
  throw new Error(`${what}: ${status} ${location ?? ''} ${answer.text.slice(0, 300)}`);
}
