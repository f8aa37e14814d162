import type { ClientBase, Pool } from 'pg';

import type { EventFacts } from '../../../domain/event-chain.ts';
import {
  documentOf,
  MANAGEMENT,
  type ManagementEvent,
  type ManagementOutcome,
  managementChain,
  parseDocument,
} from '../../../domain/management-event.ts';
import type { LoggedManagementEvent, ManagementEvents } from '../../../ports/administrators.ts';
import type { Vault } from '../../../ports/vault.ts';
import {
  documentHash,
  EVENT_COLUMNS,
  type EventRow,
  writtenOf,
} from '../events/event-chain-statements.ts';
import { microsecondsOf, type WrittenEventMacs, writtenEventMacs } from '../row-hmacs.ts';

const ADD = `insert into authentication_event (authentication_id, tenant_id, issuer, client_id, channel, kind, acr,
    outcome, hint, at, event_mac, document)
  values ($1, $2, '', $3, '${MANAGEMENT}', '${MANAGEMENT}', $4, $5, $6, $7, $8, $9)`;
const UNSEALED = `select ${EVENT_COLUMNS} from authentication_event
  where tenant_id = $1 and position is null
  order by authentication_event.sequence desc limit $2`;
const SEALED = `select ${EVENT_COLUMNS} from authentication_event
  where tenant_id = $1 and position is not null and position < $2
  order by position desc limit $3`;
const LAST_POSITION = Number.MAX_SAFE_INTEGER;

/** Adds events of management to the log, inside a caller's transaction. */
export type AddManagementEvent = (
  client: Pool | ClientBase,
  event: ManagementEvent,
) => Promise<void>;

/** The events are written like those of logins, so that sealing recognises a forged one. */
export function addManagementEvent(vault: Pick<Vault, 'deriveKeys'>): AddManagementEvent {
  const macs = writtenEventMacs(vault);
  return async (client, event) => {
    const chain = managementChain(event.tenant);
    const document = documentOf(event);
    const facts = factsOf(event, document);
    const hash = facts.hintCode;
    const { authenticationId, clientId, acr, outcome } = facts;
    const mac = macs.ofFacts(chain, facts);
    await client.query({
      name: 'management_event_add',
      text: ADD,
      values: [authenticationId, chain, clientId, acr, outcome, hash, event.at, mac, document],
    });
  };
}

/** The events of management in the table `authentication_event`. */
export function pgManagementEvents({
  pool,
  vault,
}: {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'deriveKeys'>;
}): ManagementEvents {
  const macs = writtenEventMacs(vault);
  const add = addManagementEvent(vault);
  return {
    record: (event) => add(pool, event),

    async list(tenant, { before, limit }) {
      const chain = managementChain(tenant);
      const unsealed =
        before === undefined
          ? await read('management_events_unsealed', UNSEALED, [chain, limit])
          : [];
      const most = limit - unsealed.length;
      const position = before ?? LAST_POSITION;
      const sealed =
        most > 0 ? await read('management_events_sealed', SEALED, [chain, position, most]) : [];
      return [...unsealed, ...sealed].map((row) => loggedOf(tenant, row, macs));
    },
  };

  async function read(name: string, text: string, values: unknown[]): Promise<EventRow[]> {
    return (await pool.query<EventRow>({ name, text, values })).rows;
  }
}

function factsOf(event: ManagementEvent, document: string): Omit<EventFacts, 'sequence'> {
  return {
    authenticationId: event.id,
    issuer: '',
    clientId: event.who.id,
    channel: MANAGEMENT,
    kind: MANAGEMENT,
    acr: event.act,
    outcome: event.outcome,
    hintCode: documentHash(document),
    addressFrom: undefined,
    at: microsecondsOf(event.at),
  };
}

function loggedOf(tenant: string, row: EventRow, macs: WrittenEventMacs): LoggedManagementEvent {
  const document = parseDocument(row.document ?? '');
  const unknown = { kind: 'command', id: row.client_id, name: 'unknown' } as const;
  return {
    id: row.authentication_id,
    tenant,
    at: new Date(row.at),
    act: row.acr,
    // The service writes only these; another value fails the MAC below.
    outcome: row.outcome as ManagementOutcome,
    who: document?.who ?? unknown,
    approvedBy: document?.approvedBy,
    roles: document?.roles ?? [],
    object: document?.object ?? 'unknown',
    before: document?.before,
    after: document?.after,
    reason: document?.reason,
    position: row.position === null ? undefined : Number(row.position),
    isGenuine: writtenOf(row, macs).isGenuine,
  };
}
