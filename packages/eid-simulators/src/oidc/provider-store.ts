import { decodeJwt, UnsecuredJWT } from 'jose';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

import type { Clock } from '../shared/clock.ts';
import type { Lifetimes } from './profile.ts';

interface Entry {
  readonly payload: AdapterPayload;
  /** In milliseconds of the simulator's clock. */
  readonly expiresAt: number;
}

/**
 * The library's storage in memory. Codes, tokens and pushed requests expire by the simulator's clock; the library also
 * compares their expiry with the real time.
 */
export function makeProviderStore(clock: Clock, { pushedRequest }: Lifetimes): AdapterFactory {
  return (model) => {
    if (model === 'Session') return noSessions;
    const store = storeOf(clock);
    return model === 'PushedAuthorizationRequest' ? lasting(store, pushedRequest) : store;
  };
}

/** The library ends pushed requests after a minute, by the JWT in which it stores them too. */
function lasting(store: Adapter, seconds: number): Adapter {
  return {
    ...store,
    upsert(id, payload, expiresIn = seconds) {
      const exp = (payload.exp ?? 0) - expiresIn + seconds;
      const request = new UnsecuredJWT({ ...decodeJwt(String(payload.request)), exp }).encode();
      return store.upsert(id, { ...payload, exp, request }, seconds);
    },
  };
}

function storeOf(clock: Clock): Adapter {
  const entries = new Map<string, Entry>();

  return {
    async upsert(id, payload, expiresIn = Number.POSITIVE_INFINITY) {
      forgetExpired();
      entries.set(id, { payload, expiresAt: clock().getTime() + expiresIn * 1000 });
    },
    async find(id) {
      const entry = entries.get(id);
      return entry && clock().getTime() < entry.expiresAt ? entry.payload : undefined;
    },
    async consume(id) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      const consumed = Math.floor(clock().getTime() / 1000);
      entries.set(id, { ...entry, payload: { ...entry.payload, consumed } });
    },
    async destroy(id) {
      entries.delete(id);
    },
    async revokeByGrantId(grantId) {
      for (const [id, { payload }] of entries) {
        if (payload.grantId === grantId) entries.delete(id);
      }
    },
    findByUid: notSupported,
    findByUserCode: notSupported,
  };

  /** In the order of insertion: entries of one model live equally long, except for changed ones. */
  function forgetExpired(): void {
    const now = clock().getTime();
    for (const [id, { expiresAt }] of entries) {
      if (now < expiresAt) return;
      entries.delete(id);
    }
  }
}

/** Without sessions every login asks the person: no single sign-on. */
const noSessions: Adapter = {
  upsert: notSupported,
  find: notSupported,
  consume: notSupported,
  destroy: notSupported,
  revokeByGrantId: notSupported,
  findByUid: notSupported,
  findByUserCode: notSupported,
};

async function notSupported(): Promise<undefined> {
  return undefined;
}
