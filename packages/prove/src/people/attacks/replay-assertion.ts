import type { LoginAtHand } from '../login-at-hand.ts';
import { type Posted, postForm } from '../post-form.ts';

/** Somebody has seen the request, and sends it again: with an assertion that was used it must not be taken. */
export async function replayAssertion(login: LoginAtHand, posted: Posted): Promise<void> {
  if (posted.credentials?.spends.length === 0) return;
  // Only the proof is tried: a scope that does not exist keeps a good one from ringing the phone again.
  const fields = { ...posted.fields, scope: 'nothing' };
  const replay = { ...posted, fields, operation: 'replay assertion', by: 'attacker' } as const;
  await Promise.all([postForm(login, replay), postForm(login, replay)]);
}
