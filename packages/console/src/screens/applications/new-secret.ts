import type { Settings } from '../../api/shapes.ts';
import { textsIn } from '../../objects/settings-values.ts';
import { base64url } from '../try/authorize-url.ts';

/** The flows in which the application's server proves who it is. */
const CONFIDENTIAL = ['authorization-code', 'ciba', 'headless'];

/** True for an application that needs a secret, because it has no key. */
export function needsSecret(application: Settings): boolean {
  const hasKeys = application.jwks !== undefined || application.jwksUri !== undefined;
  return !hasKeys && textsIn(application, 'flows').some((flow) => CONFIDENTIAL.includes(flow));
}

/** A secret of 256 random bits. */
export function newSecret(crypto: typeof globalThis.crypto): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}
