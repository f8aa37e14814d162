import type { Pool, QueryResultRow } from 'pg';

import { type Authentication, isPending } from '../../domain/authentication.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Vault } from '../../ports/vault.ts';
import {
  type AuthenticationRow,
  authenticationOf,
  type SealedColumn,
  sealContext,
} from './authentication-row.ts';
import { type Statement, statements } from './authentication-statements.ts';
import { personHash } from './person-hash.ts';

interface TurnRow extends AuthenticationRow {
  readonly turn: number;
}

interface PollRow extends AuthenticationRow {
  readonly too_soon: boolean;
}

interface PurgeRow {
  readonly purged: number;
}

interface Deps {
  readonly pool: Pool;
  readonly vault: Vault;
}

/** The attempts in Postgres; the intent, the order, the identity and the return secrets are sealed. */
export function pgAuthentications({ pool, vault }: Deps): Authentications {
  const person = personHash(vault);
  return {
    async begin(a) {
      const { stage, hint, order, collectAfter } = a.progress;
      const sealed = seal(a.id, 'eid_order', order && JSON.stringify(order));
      const named = person.of(a.tenantId, a.intent.person);
      const values = [...newValues(a), named, stage, hint, sealed, collectAfter];
      return (await run(statements.begin, values)).rowCount === 1;
    },

    async adopt(a) {
      const identity = seal(a.id, 'identity', JSON.stringify(a.progress.identity));
      const known = person.of(a.tenantId, a.progress.identity.nationalId);
      const values = [...newValues(a), known, identity, a.progress.at];
      await run(statements.adopt, values);
    },

    async discard(id) {
      await run(statements.discard, [id]);
    },

    find: (id) => one(statements.find, [id]),

    async poll(id, { issuer, clientId, door }, { now, pace }) {
      const values = [id, issuer, clientId, door, now, secondsAfter(now, -pace)];
      const { rows } = await run<PollRow>(statements.poll, values);
      const row = rows[0];
      return row && { attempt: authenticationOf(row, vault), tooSoon: row.too_soon };
    },

    findLatest: (loginId) => one(statements.findLatest, [loginId]),

    async takeTurn(id, { now, leaseUntil }) {
      const values = [id, now, leaseUntil];
      const { rows } = await run<TurnRow>(statements.takeTurn, values);
      const row = rows[0];
      const attempt = row && authenticationOf(row, vault);
      return attempt && isPending(attempt) ? { number: row.turn, attempt } : undefined;
    },

    recordPending({ number, attempt }, { stage, hint, order, collectAfter }) {
      const isGone = order === 'gone';
      const started = isGone || order === undefined ? undefined : JSON.stringify(order);
      const sealed = seal(attempt.id, 'eid_order', started);
      const values = [attempt.id, number, stage, hint, sealed, collectAfter, isGone];
      return one(statements.recordPending, values);
    },

    recordOutcome({ number, attempt: { id, tenantId } }, outcome) {
      const ended = outcome.state === 'ended' ? outcome : undefined;
      const identity = outcome.state === 'identified' ? outcome.identity : undefined;
      const sealed = seal(id, 'identity', identity && JSON.stringify(identity));
      const known = person.of(tenantId, identity?.nationalId);
      const end = [ended?.why, ended?.hint];
      const values = [id, outcome.state, outcome.at, ...end, sealed, number, known];
      return one(statements.recordOutcome, values);
    },

    async abandon(id, { at, why, hint }) {
      const before = await one(statements.abandon, [id, at, why, hint]);
      return before !== undefined && isPending(before) ? before : undefined;
    },

    async abandonExpired({ from, until }, limit) {
      const values = [from, until, limit];
      const { rows } = await run<AuthenticationRow>(statements.abandonExpired, values);
      return rows.map((row) => authenticationOf(row, vault)).filter(isPending);
    },

    async recordReturn(id, where) {
      const values = [id, where];
      const result = await run(statements.recordReturn, values);
      return result.rowCount === 1;
    },

    async tellEnding(id, at) {
      const result = await run(statements.tellEnding, [id, at]);
      return result.rowCount === 1;
    },

    handOut: (id, at) => one(statements.handOut, [id, at]),

    purge: (expiredBefore, limit) => forgotten(statements.purge, [expiredBefore, limit]),

    forgetUsed: ({ expired, handedOut }, limit) =>
      forgotten(statements.forgetUsed, [expired, limit, handedOut]),
  };

  function run<R extends QueryResultRow>(statement: Statement, values: unknown[]) {
    return pool.query<R>({ ...statement, values });
  }

  async function one(statement: Statement, values: unknown[]) {
    const row = (await run<AuthenticationRow>(statement, values)).rows[0];
    return row === undefined ? undefined : authenticationOf(row, vault);
  }

  async function forgotten(statement: Statement, values: unknown[]): Promise<number> {
    return (await run<PurgeRow>(statement, values)).rows[0]?.purged ?? 0;
  }

  /** What every new attempt has, in the order of the statements; the person follows. */
  function newValues(a: Authentication): unknown[] {
    return [
      ...[a.id, a.tenantId, a.issuer, a.clientId, a.door, a.loginId, a.acr, a.intent.kind],
      ...[seal(a.id, 'intent', JSON.stringify(a.intent)), a.scope.join(' '), a.idToken],
      ...[a.addressFrom, a.device],
      seal(a.id, 'return_nonce', a.returnNonce),
      seal(a.id, 'browser_secret', a.browserSecret),
      ...[a.createdAt, a.expiresAt],
    ];
  }

  function seal(id: string, column: SealedColumn, text: string | undefined): string | undefined {
    return text === undefined ? undefined : vault.seal(text, sealContext(column, id));
  }
}
