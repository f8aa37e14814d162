import type { Pool, QueryResultRow } from 'pg';

import {
  type Authentication,
  type IdentifiedProgress,
  isPending,
} from '../../../domain/authentication.ts';
import { secondsAfter } from '../../../domain/lifetimes.ts';
import type { Authentications, Lease } from '../../../ports/authentications.ts';
import type { Vault } from '../../../ports/vault.ts';
import type { Statement } from '../pool.ts';
import { personBlindIndex, unconsumedMacs, writtenEventMacs } from '../row-hmacs.ts';
import {
  type AuthenticationRow,
  parseAuthenticationRow,
  returnOf,
  returnText,
  type SealedColumn,
  type SealedIdentity,
  sealContext,
  sealedRequest,
} from './authentication-row.ts';
import { statements } from './authentication-statements.ts';
import { makeEndPending, openedOf } from './end-pending.ts';
import { throwTakenCode } from './taken-code.ts';
import { beginSteps, hintSteps, outcomeSteps, stepsJson } from './timeline-steps.ts';

interface LeaseRow extends AuthenticationRow {
  /** Null when none was acquired. */
  readonly lease: number | null;
}

interface PollRow extends LeaseRow {
  readonly too_soon: boolean;
}

type ReturnRow = Pick<AuthenticationRow, 'returned'>;

interface Deps {
  readonly pool: Pool;
  readonly vault: Vault;
}

/** The attempts in Postgres; the request, the order, the identity and the return are encrypted. */
export function pgAuthentications({ pool, vault }: Deps): Authentications {
  const person = personBlindIndex(vault);
  const macs = writtenEventMacs(vault);
  const unconsumed = unconsumedMacs(vault);
  const endPending = makeEndPending(vault);
  return {
    async begin(a) {
      const { stage, hintCode, order, collectAfter } = a.progress;
      const sealed = seal(a.id, 'eid_order', order && JSON.stringify(order));
      const named = person.of(a.tenantId, a.intent.person ?? a.intent.typed);
      const state = [stage, hintCode, sealed, collectAfter, beginSteps(a)];
      const values = [...newValues(a), named, a.supportCode, ...state];
      return (await run(statements.begin, values).catch(throwTakenCode)).rowCount === 1;
    },

    async createIdentified(a) {
      const identity = sealedIdentity(a.id, a.progress);
      const known = person.of(a.tenantId, a.progress.identity.nationalId);
      const mac = macs.of(a, { outcome: 'remembered', hintCode: undefined, at: a.createdAt });
      const steps = stepsJson(a.createdAt, { what: 'begun' }, { what: 'remembered' });
      const values = [...newValues(a), known, a.supportCode, identity, a.progress.at, mac, steps];
      await run(statements.createIdentified, values).catch(throwTakenCode);
    },

    async discard(id) {
      await run(statements.discard, [id]);
    },

    find: (id) => one(statements.find, [id]),

    async poll(id, { issuer, clientId, channel }, { now, pace, leaseUntil }) {
      const values = [id, issuer, clientId, channel, now, secondsAfter(now, -pace), leaseUntil];
      const { rows } = await run<PollRow>(statements.poll, values);
      const row = rows[0];
      if (row === undefined) return undefined;
      const authentication = parseAuthenticationRow(row, vault);
      const lease = leaseOf(row, authentication, { began: now, until: leaseUntil });
      return { authentication, lease, tooSoon: row.too_soon };
    },

    findLatest: (loginId) => one(statements.findLatest, [loginId]),

    findPendingOf: ({ tenantId, nationalId, now, except }) =>
      one(statements.findPendingOf, [person.all(tenantId, nationalId), tenantId, now, except]),

    acquireLease: (id, { now, leaseUntil }) =>
      leased(statements.acquireLease, [id, now, leaseUntil]),

    async recordPending(lease, update) {
      const { fencingToken, authentication } = lease;
      const { stage, hintCode, order: started, collectAfter } = update;
      const { id } = authentication;
      const isGone = started === 'gone';
      const next = isGone ? undefined : started;
      const sealed = seal(id, 'eid_order', next && JSON.stringify(next));
      const steps = hintSteps(lease, update, lease.began);
      const values = [id, fencingToken, stage, hintCode, sealed, collectAfter, isGone, steps];
      const order = isGone ? undefined : (next ?? authentication.progress.order);
      const progress = { state: 'pending', stage, hintCode, order, collectAfter } as const;
      return changed(statements.recordPending, values, { ...authentication, progress });
    },

    async recordOutcome({ fencingToken, authentication }, outcome) {
      const { id, tenantId } = authentication;
      const ended = outcome.state === 'ended' ? outcome : undefined;
      const identified = outcome.state === 'identified' ? outcome : undefined;
      const sealed = identified && sealedIdentity(id, identified);
      const known = person.of(tenantId, identified?.identity.nationalId);
      const { why = 'identified', hintCode } = ended ?? {};
      const mac = macs.of(authentication, { outcome: why, hintCode, at: outcome.at });
      const end = [ended?.why, hintCode, sealed, fencingToken, known, mac, outcomeSteps(outcome)];
      const values = [id, outcome.state, outcome.at, ...end];
      return changed(statements.recordOutcome, values, { ...authentication, progress: outcome });
    },

    async abandon(id, ending) {
      const { at, why, hintCode } = ending;
      // The MAC covers facts of the attempt. They never change, so they are read before.
      const found = await one(statements.find, [id]);
      if (found === undefined || !isPending(found)) return undefined;
      const mac = macs.of(found, { outcome: why, hintCode, at });
      const before = await one(statements.abandon, [
        id,
        at,
        why,
        hintCode,
        mac,
        outcomeSteps(ending),
      ]);
      return before !== undefined && isPending(before) ? before : undefined;
    },

    async abandonExpired({ from, until }, limit) {
      const { rows } = await run<AuthenticationRow>(statements.findPending, [from, until, limit]);
      const ended = await endPending(pool, rows, { why: 'expired', at: () => until });
      const opened = ended.flatMap((row) => openedOf(row, vault) ?? []);
      return opened.filter(isPending);
    },

    async recordReturn(id, where, at, parameters) {
      const steps = stepsJson(at, { what: 'returned', where });
      const values = [id, seal(id, 'returned', returnText(where, parameters)), steps];
      const result = await run(statements.recordReturn, values);
      return result.rowCount === 1;
    },

    takeReturn(id, { now, leaseUntil }) {
      const steps = stepsJson(now, { what: 'returned', where: 'here' });
      const values = [id, now, leaseUntil, seal(id, 'returned', 'here'), steps] as const;
      return leased(statements.takeReturn, values);
    },

    async consumeEnding(id, at) {
      const result = await run(statements.consumeEnding, [id, at]);
      return result.rowCount === 1;
    },

    consumeResult: (id, at) =>
      one(statements.consumeResult, [id, at, unconsumed.ofAuthentication.all(id)]),

    async purge(expiredBefore, limit) {
      const settled = await deleted(statements.purge, [expiredBefore, limit]);
      if (settled === limit) return settled;
      // Few are left: locked ones, and pending ones that were not polled until they expired.
      const values = [expiredBefore, limit - settled];
      const { rows } = await run<AuthenticationRow>(statements.findExpired, values);
      const end = { why: 'expired', at: (row: AuthenticationRow) => row.expires_at } as const;
      const ended = await endPending(pool, rows, end);
      if (ended.length === 0) return settled;
      const ids = ended.map(({ id }) => id);
      return settled + (await deleted(statements.erase, [ids, ids.length]));
    },

    forgetUsed: ({ expired, consumed }, limit) =>
      deleted(statements.forgetUsed, [expired, limit, consumed]),
  };

  function run<R extends QueryResultRow>(statement: Statement, values: unknown[]) {
    return pool.query<R>({ ...statement, values });
  }

  async function one(statement: Statement, values: unknown[]) {
    const row = (await run<AuthenticationRow>(statement, values)).rows[0];
    return row === undefined ? undefined : parseAuthenticationRow(row, vault);
  }

  /** The lease that a statement acquired for the attempt $1, from $2 until $3. */
  async function leased(
    statement: Statement,
    values: readonly [id: string, began: Date, until: Date, ...unknown[]],
  ): Promise<Lease | undefined> {
    const [, began, until] = values;
    const row = (await run<LeaseRow>(statement, [...values])).rows[0];
    return row && leaseOf(row, parseAuthenticationRow(row, vault), { began, until });
  }

  /** The attempt after the statement: under a lease only the return of the browser can change meanwhile. */
  async function changed(statement: Statement, values: unknown[], authentication: Authentication) {
    const row = (await run<ReturnRow>(statement, values)).rows[0];
    if (row === undefined) return undefined;
    return { ...authentication, ...returnOf({ ...row, id: authentication.id }, vault) };
  }

  async function deleted(statement: Statement, values: unknown[]): Promise<number> {
    return (await run(statement, values)).rowCount ?? 0;
  }

  /** The values of every new attempt, in the order of the statements; the person follows. */
  function newValues(a: Authentication): unknown[] {
    return [
      a.id,
      a.tenantId,
      a.issuer,
      a.clientId,
      a.channel,
      a.loginId,
      a.acr,
      a.intent.kind,
      sealedRequest(a, vault),
      a.scope.join(' '),
      a.idToken,
      a.addressFrom,
      a.device,
      a.createdAt,
      a.expiresAt,
      unconsumed.ofAuthentication.of(a.id),
    ];
  }

  function sealedIdentity(id: string, { at, identity }: IdentifiedProgress): Buffer {
    const sealed: SealedIdentity = { at: at.toISOString(), identity };
    return vault.seal(JSON.stringify(sealed), sealContext('identity', id));
  }

  function seal(id: string, column: SealedColumn, text: string | undefined): Buffer | undefined {
    return text === undefined ? undefined : vault.seal(text, sealContext(column, id));
  }
}

function leaseOf(
  { lease: fencingToken }: LeaseRow,
  authentication: Authentication,
  times: Pick<Lease, 'began' | 'until'>,
): Lease | undefined {
  return fencingToken !== null && isPending(authentication)
    ? { fencingToken, ...times, authentication }
    : undefined;
}
