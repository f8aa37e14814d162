import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/**
 * The library's storage in a plain map: its own one in memory forgets all but the last thousand things. Nothing
 * expires here, which a run of minutes does not notice.
 */
export function mapAdapter(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>();
  const idOfUid = new Map<string, string>();

  return (model): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`;
    return {
      async upsert(id, payload) {
        stored.set(keyOf(id), payload);
        if (payload.uid !== undefined) idOfUid.set(payload.uid, id);
      },
      find: async (id) => stored.get(keyOf(id)),
      findByUid: async (uid) => stored.get(keyOf(idOfUid.get(uid) ?? '')),
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = stored.get(keyOf(id));
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        stored.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of stored) {
          if (key.startsWith(`${model}:`) && payload.grantId === grantId) stored.delete(key);
        }
      },
    };
  };
}
