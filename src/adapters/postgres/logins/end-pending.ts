import type { ClientBase, Pool } from 'pg';

import type { Authentication } from '../../../domain/authentication.ts';
import type { Ending } from '../../../domain/progress.ts';
import type { Vault } from '../../../ports/vault.ts';
import { writtenEventMacs } from '../row-hmacs.ts';
import { type AuthenticationRow, parseAuthenticationRow } from './authentication-row.ts';
import { statements } from './authentication-statements.ts';
import { outcomeSteps } from './timeline-steps.ts';

/** The ending of attempts, and the moment for each. */
export interface PendingEnd {
  readonly why: Ending;
  readonly at: (row: AuthenticationRow) => Date;
}

/** Ends the rows that are still pending, with their events; returns these rows as they were. */
export type EndPending = (
  client: Pool | ClientBase,
  rows: readonly AuthenticationRow[],
  end: PendingEnd,
) => Promise<readonly AuthenticationRow[]>;

/** Not a genuine MAC: an attempt that was changed in the database leaves a forged event. */
const NO_MAC = Buffer.alloc(0);

/** Ends attempts without the eID. The caller has read the rows, because their events need MACs. */
export function makeEndPending(vault: Vault): EndPending {
  const macs = writtenEventMacs(vault);
  return async function endPending(client, rows, { why, at }) {
    if (rows.length === 0) return [];
    const values = [
      rows.map(({ id }) => id),
      rows.map(at),
      rows.map((row) => {
        const authentication = openedOf(row, vault);
        return authentication
          ? macs.of(authentication, { outcome: why, hintCode: undefined, at: at(row) })
          : NO_MAC;
      }),
      why,
      rows.map((row) => outcomeSteps({ state: 'ended', at: at(row), why, hintCode: undefined })),
    ];
    return (await client.query<AuthenticationRow>({ ...statements.endPending, values })).rows;
  };
}

/** Undefined when it does not open: it was changed, or its key is unknown. */
export function openedOf(row: AuthenticationRow, vault: Vault): Authentication | undefined {
  try {
    return parseAuthenticationRow(row, vault);
  } catch {
    return undefined;
  }
}
