/** Waits that many seconds. An argument everywhere, like the clock. */
export type Sleep = (seconds: number) => Promise<void>;
