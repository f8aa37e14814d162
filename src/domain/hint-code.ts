import type { Finding } from './login-timeline.ts';

/** What an eID's own code means, for support. */
export interface HintCode {
  /** A clause: `the person cancelled in the app`. */
  readonly words: string;
  /** Whether the person has opened the request; absent: the code does not say. */
  readonly isOpened?: boolean;
  /** Cause and remedy of an attempt that ends by this code; absent: those of the ending. */
  readonly ending?: Finding;
}

/** The codes of one eID. */
export type HintCodes = Readonly<Record<string, HintCode>>;
