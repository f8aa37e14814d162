import { ApiProblem } from '../../api/api-problem.ts';
import { sendTried, type TriedApplication } from '../../api/try-login.ts';

/** A change applies everywhere within this time. */
const APPLIES_MS = 3_000;
const PAUSE_MS = 500;
const TRIES = 20;

let changedAt = 0;

/** Remembers that something was changed in this tab. */
export function noteChange(now: number): void {
  changedAt = now;
}

/** Returns when the service answers at the issuer with the latest change. @throws {ApiProblem} when it does not */
export async function whenServed(application: TriedApplication, issuer: string): Promise<void> {
  await pause(changedAt + APPLIES_MS - Date.now());
  for (let tries = 1; ; tries += 1) {
    try {
      const { keys } = await sendTried(application, { issuer });
      if (keys.length > 0 || tries === TRIES) return;
    } catch (error) {
      if (tries === TRIES || !(error instanceof ApiProblem)) throw error;
    }
    await pause(PAUSE_MS);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
}
