import type { Adapter } from 'oidc-provider';

/** A kind that is not kept: single sign-on sessions while there are none. */
export function forgetfulAdapter(): Adapter {
  return {
    upsert: async () => {},
    find: async () => undefined,
    consume: async () => {},
    destroy: async () => {},
    revokeByGrantId: async () => {},
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}
