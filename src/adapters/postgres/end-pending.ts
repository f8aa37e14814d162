import type { ClientBase, Pool } from 'pg';

import type { Authentication } from '../../domain/authentication.ts';
import type { Ending } from '../../domain/progress.ts';
import type { Vault } from '../../ports/vault.ts';
import { type AuthenticationRow, authenticationOf } from './authentication-row.ts';
import { statements } from './authentication-statements.ts';
import { eventMarks } from './keyed-hashes.ts';

/** Why, and when, each of the attempts ends. */
export interface PendingEnd {
  readonly why: Ending;
  readonly at: (row: AuthenticationRow) => Date;
}

/** Ends those of the rows that are still pending, with their events; answers these as they were. */
export type EndPending = (
  client: Pool | ClientBase,
  rows: readonly AuthenticationRow[],
  end: PendingEnd,
) => Promise<readonly AuthenticationRow[]>;

/** What sealing takes for no mark of ours: an attempt that was changed in the database leaves no genuine event. */
const NO_MARK = Buffer.alloc(0);

/** For attempts that end without the eID. They were read before, because their events need marks. */
export function makeEndPending(vault: Vault): EndPending {
  const marks = eventMarks(vault);
  return async function endPending(client, rows, { why, at }) {
    if (rows.length === 0) return [];
    const values = [
      rows.map(({ id }) => id),
      rows.map(at),
      rows.map((row) => {
        const attempt = openedOf(row, vault);
        return attempt
          ? marks.of(attempt, { outcome: why, hint: undefined, at: at(row) })
          : NO_MARK;
      }),
      why,
    ];
    return (await client.query<AuthenticationRow>({ ...statements.endPending, values })).rows;
  };
}

/** Undefined when it does not open: it was changed, or its key is gone. */
export function openedOf(row: AuthenticationRow, vault: Vault): Authentication | undefined {
  try {
    return authenticationOf(row, vault);
  } catch {
    return undefined;
  }
}
