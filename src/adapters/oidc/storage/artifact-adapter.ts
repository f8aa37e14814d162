import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { JsonObject } from '../../../domain/json.ts';
import { lifetimes, secondsAfter, secondsOf } from '../../../domain/lifetimes.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Artifact, Artifacts } from '../../../ports/artifacts.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { invalidGrant } from '../errors/oauth-errors.ts';

interface Deps extends ArtifactUse {
  readonly artifacts: Artifacts;
  readonly clock: Clock;
}

/** The special rules for the use of one kind of artifact. */
export interface ArtifactUse {
  /** The error for a second use; by default an invalid grant. */
  readonly usedUp?: () => Error;
  /** The id of its user, stored with the use; by default none is stored. */
  readonly user?: () => string | undefined;
}

/**
 * The library's storage of one kind of artifact. The library finds, checks and then consumes. Of callers that pass the
 * check at the same time, only the one whose `consume` changes the row continues.
 */
export function artifactAdapter(kind: string, deps: Deps): Adapter {
  const { artifacts, clock, user } = deps;
  const usedUp = deps.usedUp ?? (() => invalidGrant(`${kind} was used up`));
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
    findByUid: notSupported,
    findByUserCode: notSupported,
  };
}

async function notSupported(): Promise<undefined> {
  return undefined;
}

/** The kind of artifacts of one of the library's models. Domains share nothing. */
export function artifactKind({ issuer }: Domain, model: string): string {
  return `${issuer} ${model}`;
}

/** One call of `Adapter.upsert`. */
export interface Upsert {
  readonly id: string;
  readonly payload: AdapterPayload;
  /** In seconds; undefined: the longest retention. */
  readonly expiresIn: number | undefined;
}

/** The artifact to store. The id is the secret: it is not stored a second time inside the payload. */
export function artifactOf(kind: string, { id, payload, expiresIn }: Upsert, now: Date): Artifact {
  const { jti: _id, ...rest } = payload;
  return {
    kind,
    id,
    grantId: payload.grantId,
    expiresAt: secondsAfter(now, expiresIn ?? lifetimes.retention),
    payload: JSON.parse(JSON.stringify(rest)) as JsonObject,
  };
}

/** The adapter of a kind that is not stored, such as sessions without single sign-on. */
export function noopAdapter(): Adapter {
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

/**
 * A code or an access token without its unread members: there is no refresh, no introspection, and no end with a
 * session. Each login stores two of them.
 */
export function withoutUnread(payload: AdapterPayload): AdapterPayload {
  const { kind: _kind, iat: _iat, gty: _gty, sessionUid: _session, ...read } = payload;
  return read;
}
