import { timingSafeEqual } from 'node:crypto';

import type { Authentication } from '../../domain/authentication.ts';
import type { EventFacts } from '../../domain/event-chain.ts';
import type { Vault } from '../../ports/vault.ts';
import { keyedHash } from './keyed-hash.ts';

/** What an attempt came to. */
export interface EventOutcome {
  readonly outcome: string;
  readonly hint: string | undefined;
  readonly at: Date;
}

/** The keyed hash that goes with an event when it is written, so that sealing recognises an event of ours. */
export interface EventMarks {
  of(attempt: Authentication, outcome: EventOutcome): Buffer;
  /** With any key that there is. */
  isGenuine(tenantId: string, facts: EventFacts, mark: Uint8Array): boolean;
}

/** Over everything that an event says but its sequence, which the database gives. */
export function eventMarks(vault: Pick<Vault, 'deriveKeys'>): EventMarks {
  const hash = keyedHash(vault, 'event-written');
  return {
    of({ id, intent, ...attempt }, { outcome, hint, at }) {
      const { tenantId, kind } = { ...attempt, kind: intent.kind };
      // The database's own form of a moment has microseconds.
      const moment = at.toISOString().replace('Z', '000Z');
      return hash.of(
        textOf(tenantId, { ...attempt, authenticationId: id, kind, outcome, hint, at: moment }),
      );
    },
    isGenuine: (tenantId, facts, mark) =>
      hash.all(textOf(tenantId, facts)).some((known) => isEqual(known, mark)),
  };
}

function textOf(tenantId: string, facts: Omit<EventFacts, 'sequence'>): string {
  const { authenticationId, issuer, clientId, door, kind, acr } = facts;
  const { outcome, hint = null, addressFrom = null, at } = facts;
  const attempt = [authenticationId, tenantId, issuer, clientId, door, kind, acr];
  return JSON.stringify([...attempt, outcome, hint, addressFrom, at]);
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
