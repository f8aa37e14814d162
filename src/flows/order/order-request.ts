import type { Intent } from '../../domain/intent.ts';
import type { LoginRequest, SignRequest } from '../../ports/eid.ts';

/** Where the person is, and whether the identity shall come with evidence. */
export type OrderAbout = Pick<
  LoginRequest,
  'endUserIp' | 'device' | 'returnUrl' | 'browser' | 'evidence'
>;

/**
 * What the eID is asked to do for an intent. A signature always comes with evidence.
 * @throws when a signature has no text: such an intent is never made
 */
export function orderRequest(intent: Intent, about: OrderAbout): LoginRequest | SignRequest {
  const { text, person } = intent;
  if (intent.kind === 'authentication') return { kind: 'login', ...about, text, person };
  if (text === undefined) throw new Error('an intent to sign has no text');
  return { kind: 'sign', ...about, text, person, evidence: true };
}
