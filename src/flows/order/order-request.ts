import type { Intent } from '../../domain/intent.ts';
import type { LoginRequest, SignRequest } from '../../ports/eid.ts';

/** Where the person is, and what is granted of the person's claims. */
export interface OrderAbout
  extends Pick<LoginRequest, 'endUserIp' | 'device' | 'returnUrl' | 'browser'> {
  readonly scope: readonly string[];
}

/**
 * What the eID is asked to do for an intent. A signature always comes with evidence.
 * @throws when a signature has no text: such an intent is never made
 */
export function orderRequest(
  intent: Intent,
  { scope, ...about }: OrderAbout,
): LoginRequest | SignRequest {
  const { text, person } = intent;
  const evidence = scope.includes('evidence');
  const risk = scope.includes('risk');
  if (intent.kind === 'authentication') {
    return { kind: 'login', ...about, text, person, evidence, risk };
  }
  if (text === undefined) throw new Error('an intent to sign has no text');
  return { kind: 'sign', ...about, text, person, evidence: true, risk };
}
