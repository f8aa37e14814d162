import type { LoginChoice } from './login-choice.ts';

/** A login that has begun: what the way back is checked against. */
export interface PendingLogin {
  readonly choice: LoginChoice;
  readonly state: string;
  readonly nonce: string;
  readonly verifier?: string;
}
