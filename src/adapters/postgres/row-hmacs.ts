import { createHmac, timingSafeEqual } from 'node:crypto';

import type { Authentication } from '../../domain/authentication.ts';
import type { EventFacts } from '../../domain/event-chain.ts';
import type { ArtifactName } from '../../ports/artifacts.ts';
import type { Vault } from '../../ports/vault.ts';

/** HMAC-SHA-256 for one purpose. Making or checking one takes the key-encryption key. */
export interface Hmac {
  /** With the newest key. */
  of(text: string): Buffer;
  /** With each key: rows of any age have one of these. */
  all(text: string): readonly Buffer[];
}

/** The keys of the purpose are derived once. */
export function hmacFor(vault: Pick<Vault, 'deriveKeys'>, purpose: string): Hmac {
  const keys = vault.deriveKeys(purpose);
  const [newest] = keys;
  if (newest === undefined) throw new Error(`there is no key for ${purpose}`);
  return {
    of: (text) => hmacOf(newest, text),
    all: (text) => keys.map((key) => hmacOf(key, text)),
  };
}

function hmacOf(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/**
 * The MAC in a column `unconsumed_mac`: it proves that a single-use row was not consumed. Consuming the row removes the MAC,
 * and writing one takes the key: clearing a timestamp does not make a row usable again.
 */
export function unconsumedMacs(vault: Pick<Vault, 'deriveKeys'>) {
  const hmac = hmacFor(vault, 'unconsumed');
  return {
    /** Of an attempt, by its id: its result is not consumed. */
    ofAuthentication: {
      of: (id: string) => hmac.of(`authentication:${id}`),
      all: (id: string) => hmac.all(`authentication:${id}`),
    },
    /** Of an artifact, by its kind and the hash of its id: it is not consumed. */
    ofArtifact: {
      of: (kind: string, idHash: Buffer) => hmac.of(unconsumedText(kind, idHash)),
      all: ({ kind }: Pick<ArtifactName, 'kind'>, idHash: Buffer) =>
        hmac.all(unconsumedText(kind, idHash)),
    },
  };
}

function unconsumedText(kind: string, idHash: Buffer): string {
  return `artifact:${idHash.toString('base64url')}:${kind}`;
}

/** The blind index in a column `person`: an HMAC, by which erasing finds rows. It reveals the person only with the key. */
export interface PersonBlindIndex {
  /** With the newest key; undefined without a person. */
  of(tenantId: string, nationalId: string | undefined): Buffer | undefined;
  /** With each key: rows of any age have one of these. */
  all(tenantId: string, nationalId: string): readonly Buffer[];
}

/** Each tenant has its own key: the same person has different values in two tenants. */
export function personBlindIndex(vault: Pick<Vault, 'deriveKeys'>): PersonBlindIndex {
  const known = new Map<string, Hmac>();

  /** Deriving a key costs more than the HMAC, and there are few tenants. */
  function hmacOfTenant(tenantId: string): Hmac {
    const hmac = known.get(tenantId) ?? hmacFor(vault, `person:${tenantId}`);
    known.set(tenantId, hmac);
    return hmac;
  }

  return {
    of: (tenantId, nationalId) =>
      nationalId === undefined ? undefined : hmacOfTenant(tenantId).of(nationalId),
    all: (tenantId, nationalId) => hmacOfTenant(tenantId).all(nationalId),
  };
}

/** The outcome of an attempt. */
export interface EventOutcome {
  readonly outcome: string;
  readonly hintCode: string | undefined;
  readonly at: Date;
}

/** The MAC that is written with an event, so that sealing recognises a forged event. */
export interface WrittenEventMacs {
  of(authentication: Authentication, outcome: EventOutcome): Buffer;
  /** Of an event of any kind. Its sequence is ignored. */
  ofFacts(tenantId: string, facts: Omit<EventFacts, 'sequence'>): Buffer;
  /** True when the service wrote the event, with any of the keys. */
  isGenuine(tenantId: string, facts: EventFacts, eventMac: Uint8Array): boolean;
}

/** Over the whole event but its sequence, which the database assigns. */
export function writtenEventMacs(vault: Pick<Vault, 'deriveKeys'>): WrittenEventMacs {
  const hmac = hmacFor(vault, 'event-written');
  return {
    of({ id, intent, ...authentication }, { outcome, hintCode, at }) {
      const { tenantId, kind } = { ...authentication, kind: intent.kind };
      const moment = microsecondsOf(at);
      return hmac.of(
        writtenText(tenantId, {
          ...authentication,
          authenticationId: id,
          kind,
          outcome,
          hintCode,
          at: moment,
        }),
      );
    },
    ofFacts: (tenantId, facts) => hmac.of(writtenText(tenantId, facts)),
    isGenuine: (tenantId, facts, eventMac) =>
      hmac.all(writtenText(tenantId, facts)).some((known) => isEqual(known, eventMac)),
  };
}

/** The moment as the database shows it: PostgreSQL's timestamps have microseconds. */
export function microsecondsOf(at: Date): string {
  return at.toISOString().replace('Z', '000Z');
}

function writtenText(tenantId: string, facts: Omit<EventFacts, 'sequence'>): string {
  const { authenticationId, issuer, clientId, channel, kind, acr } = facts;
  const { outcome, hintCode = null, addressFrom = null, at } = facts;
  const authentication = [authenticationId, tenantId, issuer, clientId, channel, kind, acr];
  return JSON.stringify([...authentication, outcome, hintCode, addressFrom, at]);
}

/** Compares in constant time. */
export function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
