import { makeFaultQueue } from '../shared/fault-queue.ts';
import type { TransportEffect } from '../shared/transport-faults.ts';
import type { Endpoint } from './routes.ts';

/**
 * The effect of a fault on one response: of the transport, a false statement in the ID token or in userinfo, or a fault of
 * their encryption.
 */
export type Effect =
  | TransportEffect
  | ErrorAnswer
  | NextKey
  | { readonly kind: Forgery }
  | { readonly kind: EncryptionFault };

/** The key set has the next key as well: that of `unknown-key`. */
export interface NextKey {
  readonly kind: 'next-key';
}

/** An error of OAuth in JSON, before the request has an effect. */
export interface ErrorAnswer {
  readonly kind: 'error';
  readonly status: number;
  readonly error: string;
  /** In seconds. */
  readonly retryAfter?: number;
}

/** Faults of encryption: for another key, compressed, by an algorithm that nobody agreed on, or none at all. */
export type EncryptionFault = (typeof encryptionFaults)[number];

export const encryptionFaults = [
  'foreign-encryption-key',
  'compressed',
  'wrong-encryption-algorithm',
  'not-encrypted',
] as const;

/** False statements. `foreign-key` has the kid of the published key; `unknown-key` has another; `not-a-jwt` is a word. */
export type Forgery = (typeof forgeries)[number];

export const forgeries = [
  'wrong-nonce',
  'wrong-issuer',
  'wrong-audience',
  'expired',
  'other-subject',
  'lower-level',
  'foreign-key',
  'unknown-key',
  'wrong-access-token',
  'old-authentication',
  'unsigned',
  'public-key-as-secret',
  'no-level',
  'no-nonce',
  'no-subject',
  'another-party',
  'year-of-birth',
  'not-a-jwt',
] as const;

/** A fault for the next calls of an endpoint. */
export interface Fault {
  /** The name of the eID's profile. */
  readonly profile: string;
  readonly endpoint: Endpoint;
  /** How many more calls it spoils. */
  readonly times: number;
  readonly effect: Effect;
}

/** Pending faults, in the order in which they were added. */
export interface Faults {
  add(fault: Fault): void;
  /** The effect for this call, counted down. */
  take(profile: string, endpoint: Endpoint): Effect | undefined;
  list(): readonly Fault[];
  /** Removes these; by default all. */
  clear(isMeant?: (fault: Fault) => boolean): void;
}

/** No faults yet. */
export function makeFaults(): Faults {
  const queue = makeFaultQueue<Fault>();
  return {
    add: queue.add,
    take: (profile, endpoint) =>
      queue.take((each) => each.profile === profile && each.endpoint === endpoint)?.effect,
    list: queue.list,
    clear: queue.clear,
  };
}

/** True for a false statement. */
export function isForgery(effect: Effect): effect is { readonly kind: Forgery } {
  return (forgeries as readonly string[]).includes(effect.kind);
}

/** True for a fault of encryption. */
export function isEncryptionFault(effect: Effect): effect is { readonly kind: EncryptionFault } {
  return (encryptionFaults as readonly string[]).includes(effect.kind);
}
