import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';

import type { JsonObject } from '../../domain/json.ts';
import { lifetimes, secondsAfter } from '../../domain/lifetimes.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import type { Clock } from '../../ports/clock.ts';

interface Deps {
  readonly artifacts: Artifacts;
  readonly clock: Clock;
}

/**
 * The library's storage of one kind of artifact. The library finds, checks and then consumes; of callers
 * that race through the check only the one whose `consume` changes the row goes on.
 */
export function artifactAdapter(kind: string, { artifacts, clock }: Deps): Adapter {
  return {
    async upsert(id, payload, expiresIn) {
      await artifacts.put({
        kind,
        id,
        grantId: payload.grantId,
        expiresAt: secondsAfter(clock(), expiresIn ?? lifetimes.retention),
        payload: withoutId(payload),
      });
    },

    async find(id) {
      const found = await artifacts.find(kind, id);
      if (found === undefined) return undefined;
      const consumed = found.consumedAt && { consumed: Math.floor(+found.consumedAt / 1000) };
      return { ...found.payload, jti: id, ...consumed };
    },

    async consume(id) {
      if (await artifacts.consume(kind, id, clock())) return;
      throw new errors.InvalidGrant(`${kind} was used by a request at the same time`);
    },

    destroy: (id) => artifacts.remove(kind, id),
    revokeByGrantId: (grantId) => artifacts.removeByGrant(kind, grantId),
    findByUid: neverAsked,
    findByUserCode: neverAsked,
  };
}

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

/** The id itself is the secret: it is not stored a second time inside the payload. */
function withoutId({ jti: _id, ...payload }: AdapterPayload): JsonObject {
  return JSON.parse(JSON.stringify(payload)) as JsonObject;
}

async function neverAsked(): Promise<undefined> {
  return undefined;
}
