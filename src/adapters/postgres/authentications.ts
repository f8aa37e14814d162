import type { Pool, QueryResultRow } from 'pg';

import { type Authentication, isPending } from '../../domain/authentication.ts';
import { PLAIN_LOGIN } from '../../domain/intent.ts';
import { secondsAfter } from '../../domain/lifetimes.ts';
import type { Authentications, Turn } from '../../ports/authentications.ts';
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
  /** Null when none was taken. */
  readonly turn: number | null;
}

interface PollRow extends TurnRow {
  readonly too_soon: boolean;
}

type ReturnRow = Pick<AuthenticationRow, 'returned'>;

interface PurgeRow {
  readonly purged: number;
}

/** Is stored as nothing. */
const PLAIN = JSON.stringify(PLAIN_LOGIN);

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

    async poll(id, { issuer, clientId, door }, { now, pace, leaseUntil }) {
      const values = [id, issuer, clientId, door, now, secondsAfter(now, -pace), leaseUntil];
      const { rows } = await run<PollRow>(statements.poll, values);
      const row = rows[0];
      if (row === undefined) return undefined;
      const attempt = authenticationOf(row, vault);
      const turn = turnOf(row, attempt, { began: now, until: leaseUntil });
      return { attempt, turn, tooSoon: row.too_soon };
    },

    findLatest: (loginId) => one(statements.findLatest, [loginId]),

    async takeTurn(id, { now, leaseUntil }) {
      const values = [id, now, leaseUntil];
      const { rows } = await run<TurnRow>(statements.takeTurn, values);
      const row = rows[0];
      if (row === undefined) return undefined;
      return turnOf(row, authenticationOf(row, vault), { began: now, until: leaseUntil });
    },

    async recordPending({ number, attempt }, { stage, hint, order: started, collectAfter }) {
      const { id } = attempt;
      const isGone = started === 'gone';
      const next = isGone ? undefined : started;
      const sealed = seal(id, 'eid_order', next && JSON.stringify(next));
      const values = [id, number, stage, hint, sealed, collectAfter, isGone];
      const order = isGone ? undefined : (next ?? attempt.progress.order);
      const progress = { state: 'pending', stage, hint, order, collectAfter } as const;
      return changed(statements.recordPending, values, { ...attempt, progress });
    },

    async recordOutcome({ number, attempt }, outcome) {
      const { id, tenantId } = attempt;
      const ended = outcome.state === 'ended' ? outcome : undefined;
      const identity = outcome.state === 'identified' ? outcome.identity : undefined;
      const sealed = seal(id, 'identity', identity && JSON.stringify(identity));
      const known = person.of(tenantId, identity?.nationalId);
      const end = [ended?.why, ended?.hint];
      const values = [id, outcome.state, outcome.at, ...end, sealed, number, known];
      return changed(statements.recordOutcome, values, { ...attempt, progress: outcome });
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

  /** The attempt as the statement leaves it: in a turn nothing else changes, but that the browser may return. */
  async function changed(statement: Statement, values: unknown[], attempt: Authentication) {
    const row = (await run<ReturnRow>(statement, values)).rows[0];
    return row === undefined ? undefined : { ...attempt, returned: row.returned ?? undefined };
  }

  async function forgotten(statement: Statement, values: unknown[]): Promise<number> {
    return (await run<PurgeRow>(statement, values)).rows[0]?.purged ?? 0;
  }

  /** What every new attempt has, in the order of the statements; the person follows. */
  function newValues(a: Authentication): unknown[] {
    const asked = JSON.stringify(a.intent);
    return [
      ...[a.id, a.tenantId, a.issuer, a.clientId, a.door, a.loginId, a.acr, a.intent.kind],
      ...[seal(a.id, 'intent', asked === PLAIN ? undefined : asked), a.scope.join(' '), a.idToken],
      ...[a.addressFrom, a.device],
      seal(a.id, 'return_nonce', a.returnNonce),
      seal(a.id, 'browser_secret', a.browserSecret),
      ...[a.createdAt, a.expiresAt],
    ];
  }

  function seal(id: string, column: SealedColumn, text: string | undefined): Buffer | undefined {
    return text === undefined ? undefined : vault.seal(text, sealContext(column, id));
  }
}

function turnOf(
  { turn }: TurnRow,
  attempt: Authentication,
  lease: Pick<Turn, 'began' | 'until'>,
): Turn | undefined {
  return turn !== null && isPending(attempt) ? { number: turn, ...lease, attempt } : undefined;
}
