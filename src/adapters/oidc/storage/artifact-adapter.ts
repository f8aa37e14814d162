import { type Adapter, errors } from 'oidc-provider';

import { secondsOf } from '../../../domain/lifetimes.ts';
import type { Artifacts } from '../../../ports/artifacts.ts';
import type { Clock } from '../../../ports/clock.ts';
import { artifactOf } from './artifact-of.ts';

interface Deps extends ArtifactUse {
  readonly artifacts: Artifacts;
  readonly clock: Clock;
}

/** What is special about using one kind of artifact. */
export interface ArtifactUse {
  /** What a caller hears who used an artifact too late; by default that its grant is invalid. */
  readonly usedUp?: () => Error;
  /** Who uses it; by default nobody needs to know. */
  readonly user?: () => string | undefined;
}

/**
 * The library's storage of one kind of artifact. The library finds, checks and then consumes; of callers
 * that race through the check only the one whose `consume` changes the row goes on.
 */
export function artifactAdapter(kind: string, deps: Deps): Adapter {
  const { artifacts, clock, user } = deps;
  const usedUp = deps.usedUp ?? (() => new errors.InvalidGrant(`${kind} was used up`));
  return {
    async upsert(id, payload, expiresIn) {
      await artifacts.put(artifactOf(kind, { id, payload, expiresIn }, clock()));
    },

    async find(id) {
      const found = await artifacts.find(kind, id);
      if (found === undefined) return undefined;
      const consumed = found.consumedAt && { consumed: secondsOf(found.consumedAt) };
      const consumedBy = found.consumedBy && { consumedBy: found.consumedBy };
      return { ...found.payload, jti: id, ...consumed, ...consumedBy };
    },

    async consume(id) {
      if (await artifacts.consume(kind, id, clock(), user?.())) return;
      throw usedUp();
    },

    destroy: (id) => artifacts.remove(kind, id),
    revokeByGrantId: (grantId) => artifacts.removeByGrant(kind, grantId),
    findByUid: neverAsked,
    findByUserCode: neverAsked,
  };
}

async function neverAsked(): Promise<undefined> {
  return undefined;
}
