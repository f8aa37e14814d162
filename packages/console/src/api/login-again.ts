/** Why the service demands a login: the session is over, or the act needs a fresh login (RFC 9470). */
export type LoginDemand = 'over' | 'fresh';

interface Waiting {
  readonly demand: LoginDemand;
  /** Settles with true after the login, with false when the person declines. */
  readonly answer: Promise<boolean>;
  readonly settle: (isLoggedIn: boolean) => void;
}

/** The channel on which the window of a login reports to the page that opened it. */
export const LOGIN_CHANNEL = 'login';

let waiting: Waiting | undefined;
const listeners = new Set<() => void>();

/** Waits until the person has logged in again. Requests that fail at the same moment share one login. */
export function loginAgain(demand: LoginDemand): Promise<boolean> {
  if (waiting === undefined) {
    let settle: Waiting['settle'] = () => {};
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    waiting = { demand, answer, settle };
    changed();
  }
  return waiting.answer;
}

/** Ends the wait. */
export function settleLogin(isLoggedIn: boolean): void {
  waiting?.settle(isLoggedIn);
  waiting = undefined;
  changed();
}

/** What is waited for; undefined: nothing. */
export function demandedLogin(): LoginDemand | undefined {
  return waiting?.demand;
}

/** Calls the listener at each change. Returns what ends that. */
export function onLoginDemand(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function changed(): void {
  for (const listener of listeners) listener();
}
