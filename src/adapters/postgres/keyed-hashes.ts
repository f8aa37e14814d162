import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Authentication } from '../../domain/authentication.ts';
import type { EventFacts } from '../../domain/event-chain.ts';
import type { ArtifactName } from '../../ports/artifacts.ts';
import type { Vault } from '../../ports/vault.ts';

/** HMAC-SHA-256 for one purpose. Making or checking a hash takes the key-encryption key. */
export interface KeyedHash {
  /** With the newest key. */
  of(text: string): Buffer;
  /** With each key: rows of any age have one of these. */
  all(text: string): readonly Buffer[];
}

/** The keys of the purpose are derived once. */
export function keyedHash(vault: Pick<Vault, 'deriveKeys'>, purpose: string): KeyedHash {
  const keys = vault.deriveKeys(purpose);
  const [newest] = keys;
  if (newest === undefined) throw new Error(`there is no key for ${purpose}`);
  return {
    of: (text) => hashOf(newest, text),
    all: (text) => keys.map((key) => hashOf(key, text)),
  };
}

function hashOf(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/**
 * The value of a column `unused`: the right to use the row once. Its use removes the mac, and writing one takes the key:
 * clearing a timestamp does not make a row usable again.
 */
export function unusedMacs(vault: Pick<Vault, 'deriveKeys'>) {
  const hash = keyedHash(vault, 'unused');
  return {
    /** Of an attempt, by its id: its result is not consumed. */
    ofAuthentication: {
      of: (id: string) => hash.of(`authentication:${id}`),
      all: (id: string) => hash.all(`authentication:${id}`),
    },
    /** Of an artifact, by its kind and the hash of its id: it is not consumed. */
    ofArtifact: {
      of: (kind: string, idHash: Buffer) => hash.of(unusedText(kind, idHash)),
      all: ({ kind }: Pick<ArtifactName, 'kind'>, idHash: Buffer) =>
        hash.all(unusedText(kind, idHash)),
    },
  };
}

function unusedText(kind: string, idHash: Buffer): string {
  return `artifact:${idHash.toString('base64url')}:${kind}`;
}

/** The value of a column `person`, by which erasing finds rows. It reveals the person only with the key. */
export interface PersonHash {
  /** With the newest key; undefined without a person. */
  of(tenantId: string, nationalId: string | undefined): Buffer | undefined;
  /** With each key: rows of any age have one of these. */
  all(tenantId: string, nationalId: string): readonly Buffer[];
}

/** Each tenant has its own key: the same person has different hashes in two tenants. */
export function personHash(vault: Pick<Vault, 'deriveKeys'>): PersonHash {
  const known = new Map<string, KeyedHash>();

  /** Deriving costs more than the hash, and there are few tenants. */
  function hashOf(tenantId: string): KeyedHash {
    const hash = known.get(tenantId) ?? keyedHash(vault, `person:${tenantId}`);
    known.set(tenantId, hash);
    return hash;
  }

  return {
    of: (tenantId, nationalId) =>
      nationalId === undefined ? undefined : hashOf(tenantId).of(nationalId),
    all: (tenantId, nationalId) => hashOf(tenantId).all(nationalId),
  };
}

/** The outcome of an attempt. */
export interface EventOutcome {
  readonly outcome: string;
  readonly hintCode: string | undefined;
  readonly at: Date;
}

/** The keyed hash that is written with an event, so that sealing recognises a forged one. */
export interface WrittenEventMacs {
  of(authentication: Authentication, outcome: EventOutcome): Buffer;
  /** True when the service wrote the event, with any of the keys. */
  isGenuine(tenantId: string, facts: EventFacts, mark: Uint8Array): boolean;
}

/** Over the whole event but its sequence, which the database assigns. */
export function writtenEventMacs(vault: Pick<Vault, 'deriveKeys'>): WrittenEventMacs {
  const hash = keyedHash(vault, 'event-written');
  return {
    of({ id, intent, ...authentication }, { outcome, hintCode, at }) {
      const { tenantId, kind } = { ...authentication, kind: intent.kind };
      // PostgreSQL's timestamps have microseconds.
      const moment = at.toISOString().replace('Z', '000Z');
      return hash.of(
        eventText(tenantId, {
          ...authentication,
          authenticationId: id,
          kind,
          outcome,
          hint: hintCode,
          at: moment,
        }),
      );
    },
    isGenuine: (tenantId, facts, mark) =>
      hash.all(eventText(tenantId, facts)).some((known) => isEqual(known, mark)),
  };
}

function eventText(tenantId: string, facts: Omit<EventFacts, 'sequence'>): string {
  const { authenticationId, issuer, clientId, channel, kind, acr } = facts;
  const { outcome, hint = null, addressFrom = null, at } = facts;
  const authentication = [authenticationId, tenantId, issuer, clientId, channel, kind, acr];
  return JSON.stringify([...authentication, outcome, hint, addressFrom, at]);
}

/** Compares in constant time. */
export function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
