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
  return {
    async begin(a) {
      const { stage, hint, order, collectAfter } = a.progress;
      const sealed = seal(a.id, 'eid_order', order && JSON.stringify(order));
      const values = [...newValues(a), stage, hint, sealed, collectAfter];
      return (await run(statements.begin, values)).rowCount === 1;
    },

    async adopt(a) {
      const identity = seal(a.id, 'identity', JSON.stringify(a.progress.identity));
      const values = [...newValues(a), identity, a.progress.at];
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

    recordOutcome({ number, attempt: { id } }, outcome) {
      const ended = outcome.state === 'ended' ? outcome : undefined;
      const identity =
        outcome.state === 'identified' ? JSON.stringify(outcome.identity) : undefined;
      const sealed = seal(id, 'identity', identity);
      const values = [id, outcome.state, outcome.at, ended?.why, ended?.hint, sealed, number];
      return one(statements.recordOutcome, values);
    },

    async abandon(id, { at, why, hint }) {
      const before = await one(statements.abandon, [id, at, why, hint]);
      return before !== undefined && isPending(before) ? before : undefined;
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

    async purge(expiredBefore, limit) {
      const values = [expiredBefore, limit];
      const { rows } = await run<PurgeRow>(statements.purge, values);
      return rows[0]?.purged ?? 0;
    },
  };

  function run<R extends QueryResultRow>(statement: Statement, values: unknown[]) {
    return pool.query<R>({ ...statement, values });
  }

  async function one(statement: Statement, values: unknown[]) {
    const row = (await run<AuthenticationRow>(statement, values)).rows[0];
    return row === undefined ? undefined : authenticationOf(row, vault);
  }

  /** What every new attempt has, in the order of the statements. */
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
