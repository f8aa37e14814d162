import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';

import type { JsonObject } from '../../../domain/json.ts';
import { lifetimes, secondsAfter, secondsOf } from '../../../domain/lifetimes.ts';
import type { Artifacts } from '../../../ports/artifacts.ts';
import type { Clock } from '../../../ports/clock.ts';

interface Deps {
  readonly artifacts: Artifacts;
  readonly clock: Clock;
  /** What a caller hears who used an artifact too late; by default that its grant is invalid. */
  readonly usedUp?: () => Error;
}

/**
 * The library's storage of one kind of artifact. The library finds, checks and then consumes; of callers
 * that race through the check only the one whose `consume` changes the row goes on.
 */
export function artifactAdapter(kind: string, deps: Deps): Adapter {
  const { artifacts, clock, usedUp = () => new errors.InvalidGrant(`${kind} was used up`) } = deps;
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
      const consumed = found.consumedAt && { consumed: secondsOf(found.consumedAt) };
      return { ...found.payload, jti: id, ...consumed };
    },

    async consume(id) {
      if (await artifacts.consume(kind, id, clock())) return;
      throw usedUp();
    },

    destroy: (id) => artifacts.remove(kind, id),
    revokeByGrantId: (grantId) => artifacts.removeByGrant(kind, grantId),
    findByUid: neverAsked,
    findByUserCode: neverAsked,
  };
}

/** The id itself is the secret: it is not stored a second time inside the payload. */
function withoutId({ jti: _id, ...payload }: AdapterPayload): JsonObject {
  return JSON.parse(JSON.stringify(payload)) as JsonObject;
}

async function neverAsked(): Promise<undefined> {
  return undefined;
}
