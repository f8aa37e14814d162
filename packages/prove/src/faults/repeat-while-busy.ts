import { setTimeout as sleep } from 'node:timers/promises';

/** The service was too busy to start a login: 503 with `Retry-After`. */
export class ServiceBusy extends Error {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface StartResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** The error of a start that began no login. */
export function startError(message: string, { status, retryAfter }: StartResponse): Error {
  const seconds = status === 503 ? Number(retryAfter) : Number.NaN;
  return Number.isNaN(seconds) ? new Error(message) : new ServiceBusy(message, seconds);
}

const TRIES = 5;

/**
 * Starts a login as an application does: after 503 it waits as long as `Retry-After` says, and sends the request again.
 * It throws the fifth such response, and any other error at once.
 */
export async function repeatWhileBusy<T>(
  start: () => Promise<T>,
  note: (text: string) => void,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof ServiceBusy) || tries === TRIES) throw error;
      note(`${error.message}, sent again after ${error.retryAfterSeconds} s`);
      await sleep(error.retryAfterSeconds * 1_000);
    }
  }
}
